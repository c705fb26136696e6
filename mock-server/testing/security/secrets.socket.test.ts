import { afterEach, expect, test, vi } from 'vitest'
import { createMock } from '../../app.ts'
import type { MockOptions } from '../../sandbox/mock.ts'
import { serve } from '../../serve.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { inProcess, openSandbox, type Sandbox } from '../behaviour/sandbox.fixture.ts'

const SECRET = 'abcdefghijklmnop_0-9'
const KEY = `pk_test_${SECRET}`
const TOKEN = 'the-token-of-this-mock'
const FOREIGN = 'sk_live+secret/key=="é"'

afterEach(() => vi.restoreAllMocks())

const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Texts that reveal a secret in any encoding: its end, and its Base64 at each offset. */
const tracesOf = (secret: string) => [
  secret,
  secret.toUpperCase(),
  ...['', '0', '00'].map((before) => base64(before + secret).slice(4, -4)),
]

type Send = (sandbox: Sandbox) => Promise<Response>

const get =
  (path: string, headers: Record<string, string> = {}): Send =>
  (sandbox) =>
    sandbox.call('GET', path, { headers })
const post =
  (body: string, headers: Record<string, string> = {}): Send =>
  (sandbox) =>
    sandbox.post(body, { headers })
const order = (partnerReference: string, sku: string) => post(JSON.stringify({ partnerReference, sku }))

const placesOf = (secret: string): readonly (readonly [where: string, send: Send])[] => [
  ['the auth header', get('/ping', { Authorization: `Bearer ${secret}` })],
  ['the auth header, with a word too many', get('/ping', { Authorization: `Bearer ${secret} ${secret}` })],
  ['the auth header, without a scheme', get('/ping', { Authorization: secret })],
  ['Basic credentials, as user', get('/ping', { Authorization: `Basic ${base64(`${secret}:`)}` })],
  ['Basic credentials, as password', get('/ping', { Authorization: `Basic ${base64(`me:${secret}`)}` })],
  ...['X-Api-Key', 'Mock-Admin-Token'].map((name) => [name, get('/ping', { [name]: secret })] as const),
  ['Proxy-Authorization', get('/ping', { 'Proxy-Authorization': `Bearer ${secret}` })],
  ['a cookie', get('/ping', { Cookie: `session=1; key=${secret}` })],
  ['a header of any name', get('/ping', { 'X-Strange': `my key is "${secret}"!` })],
  ['a header of any name, in Base64', get('/ping', { 'X-Strange': base64(secret) })],
  ['the name of a header', get('/ping', { [secret]: '1' })],
  ['the referrer', get('/ping', { Referer: `https://shop.example/?key=${secret}` })],
  ['the query', get(`/ping?key=${secret}`)],
  ['the query, in Base64', get(`/ping?key=${encodeURIComponent(base64(secret))}`)],
  ['the path', get(`/${secret}/ping`)],
  ['the path, as a SKU', get(`/products/${secret}/price`)],
  ['the path, as a reference', get(`/orders/${secret}`)],
  ['the body, as a reference', order(`${secret}:1`, 'SCENARIO-AT-ONCE')],
  ['the body, as a SKU', order('TEST:1', secret)],
  ['the body, in Base64', order(base64(`1${secret}`), base64(secret))],
  ['the body, as the name of a field', post(`{"${secret}":1}`)],
  ['the body, that is no JSON', post(secret)],
  ['the content type', post('{}', { 'Content-Type': `application/json; key=${secret}` })],
  ['the content encoding', post('{}', { 'Content-Encoding': secret })],
]

async function expectNoTrace(send: Send, secret: string, options: MockOptions = {}, key?: string) {
  const mock = createMock(options)
  const answer = await send(openSandbox(inProcess(mock.app), key === undefined ? {} : { key }))
  const said = [...answer.headers].flat().join() + (await answer.text())
  expect(mock.journal()).toHaveLength(1)
  const kept = JSON.stringify(mock.journal())
  expect(tracesOf(secret).filter((trace) => kept.includes(trace) || said.includes(trace))).toEqual([])
}

test.each([
  ...placesOf(KEY),
  ['the query, percent-encoded', get(`/ping?key=${KEY.replaceAll('_', '%5F')}`)] as const,
  ['the query, escaped twice', get(`/ping?key=${KEY.replaceAll('_', '%255F')}`)] as const,
])('a key in %s leaves no trace in the journal, nor in the answer', async (_, send) => {
  await expectNoTrace(send, SECRET, {}, KEY)
})

test('a key in another header leaves no trace where the header for it is not sent', async () => {
  const { app, journal } = createMock()
  await app.request('/ping', { headers: { 'X-Strange': `my key is ${KEY}` } })
  expect(JSON.stringify(journal())).toContain('x-strange')
  expect(JSON.stringify(journal())).not.toContain(SECRET)
})

test.each(placesOf(TOKEN))('the token of a mock in %s leaves no trace either', async (_, send) => {
  await expectNoTrace(send, TOKEN, { adminToken: TOKEN })
})

test.each(['Mock-Admin-Token', 'Mock-Page-Token', 'Cookie'])(
  'nor does what else grants access to the admin API, in %s',
  async (header) => {
    await expectNoTrace(get('/ping', { [header]: 'mock_page_4010=granting' }), 'granting')
  },
)

test.each([`${KEY}:1`, `SHOP:${KEY}`, `SHOP:${SECRET}`, `SHOP:%70k_test_${SECRET}`, base64(`${KEY}:1`)])(
  'a purchase under the reference %s is refused: nothing is bought, and nothing kept',
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
])('a key of a foreign form, sent in %s as %j, is removed in every place', async (name, value) => {
  const mock = createMock()
  const carried = encodeURIComponent(FOREIGN)
  const sandbox = openSandbox(inProcess(mock.app))
  const headers = { [name]: value, 'X-Strange': base64(FOREIGN) }
  await post(JSON.stringify({ partnerReference: FOREIGN, sku: FOREIGN }), headers)(sandbox)
  await get(`/orders/${carried}?again=${carried}`, { [name]: value })(sandbox)
  const journal = JSON.stringify(mock.journal())
  for (const trace of ['secret', carried, base64(FOREIGN).slice(0, -4)]) expect(journal).not.toContain(trace)
})

test('a key in the header of another profile leaves no trace either', async () => {
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

test('a fault that quotes a generated token is reported without it', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { adminToken, close } = await serve({ host: '0.0.0.0' })
  await close()
  const balance = () => Promise.reject(new Error(`sent with ${adminToken}`))
  const mock = createMock({ adminToken: adminToken ?? '', store: { ...memoryStore(), balance } })
  expect((await openSandbox(inProcess(mock.app)).get('/balance')).status).toBe(500)
  expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: sent with [key]']])
})
