import { afterEach, expect, test, vi } from 'vitest'
import { PLACES, type PlacedRequest, placedRequest } from '../../../contract/testing/key-places.fixture.ts'
import { createMock } from '../../app.ts'
import type { MockOptions } from '../../sandbox/mock.ts'
import { serve } from '../../serve.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { inProcess, openSandbox } from '../behaviour/sandbox.fixture.ts'

const SECRET = 'abcdefghijklmnop_0-9'
const KEY = `pk_test_${SECRET}`
const TOKEN = 'the-token-of-this-mock'
const FOREIGN = 'sk_live+secret/key=="é"'

afterEach(() => vi.restoreAllMocks())

const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Texts that reveal a secret: itself in any case, and its Base64 at each offset. */
const tracesOf = (secret: string) => [
  secret,
  secret.toUpperCase(),
  ...['', '0', '00'].map((before) => base64(before + secret).slice(4, -4)),
]

type Placed = Partial<PlacedRequest>

/** Sends requests to a mock. @returns its journal, alone and with its answers, as text. */
async function sentTo(options: MockOptions, requests: readonly Placed[]) {
  const mock = createMock(options)
  const said: string[] = []
  for (const { target = '/ping', method = 'GET', headers = {}, body = null } of requests) {
    const answer = await mock.app.request(target, { method, headers, body })
    said.push(...[...answer.headers].flat(), await answer.text())
  }
  const kept = JSON.stringify(mock.journal())
  expect(mock.journal()).toHaveLength(requests.length)
  return { kept, all: kept + said.join() }
}

const withHeader = (name: string, value: string): Placed => ({ headers: { [name]: value } })

// cli/testing/key-everywhere.test.ts has every other place and encoding of a key.
test.each([
  ['the auth header alone', withHeader('Authorization', `Bearer ${KEY}`)],
  ['the auth header, with a word too many', withHeader('Authorization', `Bearer ${KEY} ${KEY}`)],
  ['Basic credentials, as user', withHeader('Authorization', `Basic ${base64(`${KEY}:`)}`)],
  ['Basic credentials, as password', withHeader('Authorization', `Basic ${base64(`me:${KEY}`)}`)],
  ['the name of a header', { headers: { Authorization: `Bearer ${KEY}`, [KEY]: '1' } }],
] as const)('a key in %s leaves no trace in the journal, nor in the answer', async (_, request) => {
  const { all } = await sentTo({}, [request])
  expect(tracesOf(SECRET).filter((trace) => all.includes(trace))).toEqual([])
})

test('a key in any header leaves no trace, even without an auth header', async () => {
  const { app, journal } = createMock()
  await app.request('/ping', { headers: { 'X-Strange': `my key is ${KEY}` } })
  expect(JSON.stringify(journal())).toContain('x-strange')
  expect(JSON.stringify(journal())).not.toContain(SECRET)
})

test('the admin token leaves no trace in any place of a request either', async () => {
  const requests = Object.values(PLACES).flatMap((put) =>
    [TOKEN, base64(TOKEN), `0${base64(`1${TOKEN}`)}`].map((text) =>
      placedRequest(put, text, `Bearer ${KEY}`),
    ),
  )
  const { all } = await sentTo({ adminToken: TOKEN }, requests)
  expect(tracesOf(TOKEN).filter((trace) => all.includes(trace))).toEqual([])
})

test.each(['Mock-Admin-Token', 'Cookie'])(
  'the credentials in the header %s leave no trace either',
  async (header) => {
    const { all } = await sentTo({}, [withHeader(header, 'mock_page_4010=granting')])
    expect(tracesOf('granting').filter((trace) => all.includes(trace))).toEqual([])
  },
)

test.each([`${KEY}:1`, `SHOP:${KEY}`, `SHOP:${SECRET}`, `SHOP:%70k_test_${SECRET}`, base64(`${KEY}:1`)])(
  'a purchase under the reference %s, which holds the key, is refused and buys nothing',
  async (reference) => {
    const sandbox = openSandbox(inProcess(createMock().app), { key: KEY })
    const answer = await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      type: expect.stringContaining('invalid-body'),
      clause: 'key-stays-on-server',
      detail: expect.stringContaining('Choose a reference of your own'),
    })
    expect((await sandbox.lookUp(reference)).status).toBe(404)
    expect(await sandbox.balance()).toBe(500_000)
  },
)

test.each([
  ['Authorization', `Bearer ${FOREIGN}`] as const,
  ['Authorization', FOREIGN] as const,
  ...['X-Api-Key', 'Api-Key', 'X-Auth-Token', 'X-Partner-Key'].map((name) => [name, FOREIGN] as const),
  ['Proxy-Authorization', `Digest ${FOREIGN}`] as const,
])('a key of another form, sent in %s as %j, is removed everywhere', async (name, value) => {
  const carried = encodeURIComponent(FOREIGN)
  const body = JSON.stringify({ partnerReference: FOREIGN, sku: FOREIGN })
  const headers = { [name]: value, 'X-Strange': base64(FOREIGN), 'Content-Type': 'application/json' }
  const { kept } = await sentTo({}, [
    { method: 'POST', target: '/orders', headers, body },
    { target: `/orders/${carried}?again=${carried}`, headers: { [name]: value } },
  ])
  for (const trace of ['secret', carried, base64(FOREIGN).slice(0, -4)]) expect(kept).not.toContain(trace)
})

test('a key in the auth header of another profile leaves no trace either', async () => {
  const { app, journal } = createMock({ profile: { auth: { header: 'X-Partner', format: 'key={key}' } } })
  const headers = { 'X-Partner': 'key=another-secret', 'Content-Type': 'application/json' }
  await app.request('/orders?key=another-secret', { method: 'POST', headers, body: '"key=another-secret"' })
  expect(JSON.stringify(journal())).not.toContain('another-secret')
})

test('no admin answer and no output of the mock contains the token', async () => {
  const printed = (['log', 'error', 'warn', 'info'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'))
  const { adminToken, close, url } = await serve({ host: '0.0.0.0' })
  const answers: string[] = []
  for (const token of [adminToken ?? '', 'another-token']) {
    for (const path of ['health', 'journal', 'assumptions', 'none']) {
      const headers = { 'Mock-Admin-Token': token }
      const answer = await fetch(`http://127.0.0.1:${new URL(url).port}/__mock/${path}`, { headers })
      answers.push(`${JSON.stringify([...answer.headers])}${await answer.text()}`)
    }
  }
  await close()
  const calls = [...printed, ...written].map(({ mock }) => mock.calls.flat().map(String))
  expect(adminToken).not.toBeNull()
  expect(JSON.stringify([answers, calls])).not.toContain(adminToken)
})

test('a fault of the mock that quotes a generated token is reported without it', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { adminToken, close } = await serve({ host: '0.0.0.0' })
  await close()
  const balance = () => Promise.reject(new Error(`sent with ${adminToken}`))
  const mock = createMock({ adminToken: adminToken ?? '', store: { ...memoryStore(), balance } })
  expect((await openSandbox(inProcess(mock.app)).get('/balance')).status).toBe(500)
  expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: sent with [key]']])
})
