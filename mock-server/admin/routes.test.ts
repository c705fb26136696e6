import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { PARTNERS } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'
import { healthSchema } from './health.ts'

const KEY = 'pk_test_admin'

function advance(app: ReturnType<typeof createApp>, command: unknown) {
  const body = typeof command === 'string' ? command : JSON.stringify(command)
  return app.request('/__mock/clock', { method: 'POST', body })
}

describe('the admin API answers', () => {
  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('a call from %s', async (address) => {
    expect((await createApp().request('/__mock/health', {}, { address })).status).toBe(200)
  })

  test.each(['localhost', 'localhost:4010', 'LOCALHOST', '127.0.0.1:4010', '[::1]:4010'])(
    'a call to the host %s',
    async (host) => {
      expect((await createApp().request(`http://${host}/__mock/health`)).status).toBe(200)
      const headers = { Host: host }
      expect((await createApp().request('/__mock/health', { headers })).status).toBe(200)
    },
  )
})

const SURFACE = [
  ['GET', '/__mock/health'],
  ['GET', '/__mock/journal'],
  ['POST', '/__mock/clock'],
  ['GET', '/__mock/none'],
  ['GET', '/__mock'],
] as const

describe.each(SURFACE)('%s %s is refused', (method, path) => {
  test.each([
    '203.0.113.7',
    '10.0.0.1',
    '::',
    '::ffff:203.0.113.7',
    '2001:db8::1',
    '127.0.0.1.evil.example',
    '64:ff9b::127.0.0.1',
  ])('to %s', async (address) => {
    expect((await createApp().request(path, { method }, { address })).status).toBe(403)
  })

  test('to a peer that has gone', async () => {
    const gone = { incoming: { socket: { remoteAddress: undefined } } }
    expect((await createApp().request(path, { method }, gone)).status).toBe(403)
  })

  test.each([
    'rebound.example',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    '0.0.0.0',
    '10.0.0.1:4010',
  ])('to a caller that calls it %s', async (host) => {
    expect((await createApp().request(`http://${host}${path}`, { method })).status).toBe(403)
    expect((await createApp().request(path, { method, headers: { Host: host } })).status).toBe(403)
  })

  test.each(['https://page.example', 'http://localhost:3000', 'null'])('to a page of %s', async (origin) => {
    expect((await createApp().request(path, { method, headers: { Origin: origin } })).status).toBe(403)
  })
})

describe('health', () => {
  test('names the kit and the partners that the mock knows', async () => {
    const answer = await createApp().request('/__mock/health')
    const health = healthSchema.parse(await answer.json())
    expect(health.partners).toEqual(PARTNERS.map(({ id }) => id))
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

  test('moves the orders of that key', async () => {
    const sandbox = openSandbox(inProcess(createApp({ clock: manualClock() })))
    await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1')
    await sandbox.advance(1.999)
    expect(await (await sandbox.lookUp('TEST:1')).text()).toContain('PROCESSING')
    await sandbox.advance(0.001)
    expect(await (await sandbox.lookUp('TEST:1')).text()).toContain('COMPLETED')
  })

  test('continues by itself, too', async () => {
    const clock = manualClock()
    const sandbox = openSandbox(inProcess(createApp({ clock })))
    await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1')
    await sandbox.advance(1)
    clock.advance(1000)
    expect(await (await sandbox.lookUp('TEST:1')).text()).toContain('COMPLETED')
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
