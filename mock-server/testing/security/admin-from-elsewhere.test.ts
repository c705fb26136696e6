import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { serveFetch } from '../../serve.ts'
import { ADMIN_CALLS } from './admin-paths.fixture.ts'
import { OWN_ADDRESS, reachedAt } from './own-address.fixture.ts'

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'a caller at %s is on this machine',
  async (address) => {
    expect((await createApp().request('/__mock/journal', {}, { address })).status).toBe(200)
  },
)

describe.each(ADMIN_CALLS)('%s %s is refused', (method, path) => {
  test.each([
    '203.0.113.7',
    '10.0.0.1',
    '::',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '64:ff9b::127.0.0.1',
    '127.0.0.1.evil.example',
    'unknown',
    '',
  ])('to a caller at %j', async (address) => {
    expect((await createApp().request(path, { method }, { address })).status).toBe(403)
  })

  test('to a peer that has gone', async () => {
    const gone = { incoming: { socket: { remoteAddress: undefined } } }
    expect((await createApp().request(path, { method }, gone)).status).toBe(403)
  })

  test('to a caller who says to call for this machine', async () => {
    const headers = { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'X-Real-IP': '127.0.0.1' }
    expect((await createApp().request(path, { method, headers }, { address: '10.0.0.1' })).status).toBe(403)
    const behindProxy = createApp({ trustProxy: ['10.0.0.1'] })
    expect((await behindProxy.request(path, { method, headers }, { address: '10.0.0.1' })).status).toBe(403)
  })

  test('to a caller behind a proxy on this machine', async () => {
    const app = createApp({ trustProxy: ['127.0.0.1'] })
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    expect((await app.request(path, { method, headers })).status).toBe(403)
  })
})

test.runIf(OWN_ADDRESS)('a call over another interface of this machine is one from elsewhere', async () => {
  const mock = await serveFetch(createApp().fetch, { host: '0.0.0.0' })
  const headers = { Host: 'localhost' }
  const answer = await fetch(`${reachedAt(OWN_ADDRESS ?? '', mock.url)}/__mock/journal`, { headers })
  expect(answer.status).toBe(403)
  await mock.close()
})

test('what is refused tells nothing, and moves nothing', async () => {
  const app = createApp()
  const body = JSON.stringify({ key: 'pk_test_moved', advanceSeconds: 60 })
  const before = await app.request('/__mock/clock', { method: 'POST', body: body.replace('60', '0') })
  const refused = await app.request('/__mock/clock', { method: 'POST', body }, { address: '10.0.0.1' })
  expect(await refused.json()).toEqual({
    error: "The mock's own surface answers calls from this machine only.",
  })
  const after = await app.request('/__mock/clock', { method: 'POST', body: body.replace('60', '0') })
  const [earlier, later] = [await before.json(), await after.json()] as { now: string }[]
  expect(Date.parse(later?.now ?? '') - Date.parse(earlier?.now ?? '')).toBeLessThan(60_000)
})
