import { expect, test } from 'vitest'
import { PARTNERS } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'

// How the clock of a key advances is compared with the model, in ../testing/model.

test('health is answered without a key, names the kit and its partners, and contains no key', async () => {
  const text = await (await createApp().request('/__mock/health')).text()
  const partners = PARTNERS.map(({ id }) => id)
  const facts = { mock: 'partner-purchase-kit', status: 'ok', partners, unknownKeys: 'accept' }
  expect(JSON.parse(text)).toEqual(facts)
  expect(text).not.toContain('pk_test_')
})

test('an unknown admin path names the known ones', async () => {
  const answer = await createApp().request('/__mock/none')
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('health')])
})
