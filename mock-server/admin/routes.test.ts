import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { PARTNERS } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'

const KEY = 'pk_test_admin'

function advance(app: ReturnType<typeof createApp>, command: unknown) {
  const body = typeof command === 'string' ? command : JSON.stringify(command)
  return app.request('/__mock/clock', { method: 'POST', body })
}

describe('health', () => {
  test('names the kit and the partners that the mock knows', async () => {
    const answer = await createApp().request('/__mock/health')
    const partners = PARTNERS.map(({ id }) => id)
    const open = { unknownKeys: 'accept', door: 'open' }
    expect(await answer.json()).toEqual({ mock: 'partner-purchase-kit', status: 'ok', partners, ...open })
  })

  test('is answered without a key, and contains no key', async () => {
    const answer = await createApp().request('/__mock/health')
    expect(await answer.text()).not.toContain('pk_test_')
  })
})

describe('the clock', () => {
  test('advances by the given time, and returns the new time', async () => {
    const app = createApp({ clock: manualClock(Date.UTC(2026, 0, 1)) })
    const first = await advance(app, { key: KEY, advanceSeconds: 1.5 })
    expect([first.status, await first.json()]).toEqual([
      200,
      { now: '2026-01-01T00:00:01.500Z', frozen: false, speed: 1 },
    ])
    const second = await advance(app, { key: KEY, advanceSeconds: 3600 })
    expect(await second.json()).toMatchObject({ now: '2026-01-01T01:00:01.500Z' })
  })
})

test('an unknown admin path names the known ones', async () => {
  const answer = await createApp().request('/__mock/none')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('health')
})
