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

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no key', { advanceSeconds: 1 }],
    ['no seconds', { key: KEY }],
    ['a key of another environment', { key: 'pk_live_admin', advanceSeconds: 1 }],
    ['a key that is malformed', { key: 'pk_test_', advanceSeconds: 1 }],
    ['a step back', { key: KEY, advanceSeconds: -1 }],
    ['seconds as text', { key: KEY, advanceSeconds: '1' }],
    ['seconds without end', `{"key":"${KEY}","advanceSeconds":1e999}`],
    ['more than a year', { key: KEY, advanceSeconds: 366 * 24 * 3600 + 1 }],
    ['a field too many', { key: KEY, advanceSeconds: 1, now: 0 }],
    ['two things at once', { key: KEY, advanceSeconds: 1, freeze: true }],
    ['to freeze, or not', { key: KEY, freeze: false }],
    ['to stand still by speed', { key: KEY, speed: 0 }],
    ['to run backwards', { key: KEY, speed: -1 }],
  ])('does not move for %s, and says what to send', async (_, command) => {
    const app = createApp({ clock: manualClock(Date.UTC(2026, 0, 1)) })
    const answer = await advance(app, command)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('advanceSeconds')
    const untouched = await advance(app, { key: KEY, advanceSeconds: 0 })
    expect(await untouched.json()).toMatchObject({ now: '2026-01-01T00:00:00.000Z' })
  })
})

test('an unknown admin path names the known ones', async () => {
  const answer = await createApp().request('/__mock/none')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('health')
})
