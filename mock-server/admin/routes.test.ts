import { expect, test } from 'vitest'
import { createApp } from '../app.ts'

// How the clock of a key advances is compared with the model, in ../testing/model.

test('health is answered without a key, and names the kit alone', async () => {
  const answer = await createApp().request('/__mock/health')
  expect(await answer.json()).toEqual({ mock: 'partner-purchase-kit', status: 'ok' })
})

test('an unknown admin path names the known ones', async () => {
  const answer = await createApp().request('/__mock/none')
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('health')])
})
