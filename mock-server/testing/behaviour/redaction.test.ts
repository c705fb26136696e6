import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox, type Sandbox } from './sandbox.fixture.ts'

const SECRET = 'abcdefghijklmnop_0-9'
const KEY = `pk_test_${SECRET}`
const FOREIGN = 'sk live+secret/key=="é"'.replaceAll(' ', '_')

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Texts that reveal a key in any encoding: the end of the key, and its Base64 at each offset. */
const TRACES = [
  SECRET,
  SECRET.toUpperCase(),
  ...['', '0', '00'].map((before) => base64(before + KEY).slice(4, -4)),
]

type Sent = readonly [where: string, call: (sandbox: Sandbox) => Promise<Response>]

const get = (path: string, headers: Record<string, string> = {}) =>
  ((sandbox) => sandbox.call('GET', path, { headers })) satisfies Sent[1]
const post = (body: string, headers: Record<string, string> = {}) =>
  ((sandbox) =>
    sandbox.call('POST', '/orders', {
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })) satisfies Sent[1]
const order = (partnerReference: string, sku: string) => post(JSON.stringify({ partnerReference, sku }))

const SENT: readonly Sent[] = [
  ['the auth header', get('/ping')],
  ['the auth header, with a word too many', get('/ping', { Authorization: `Bearer ${KEY} ${KEY}` })],
  ['the auth header, without a scheme', get('/ping', { Authorization: KEY })],
  ['Basic credentials, as user', get('/ping', { Authorization: `Basic ${base64(`${KEY}:`)}` })],
  ['Basic credentials, as password', get('/ping', { Authorization: `Basic ${base64(`me:${KEY}`)}` })],
  ['X-Api-Key', get('/ping', { 'X-Api-Key': KEY })],
  ['Proxy-Authorization', get('/ping', { 'Proxy-Authorization': `Bearer ${KEY}` })],
  ['a cookie', get('/ping', { Cookie: `session=1; key=${KEY}` })],
  ['a header of any name', get('/ping', { 'X-Strange': `my key is "${KEY}"!` })],
  ['a header of any name, in Base64', get('/ping', { 'X-Strange': base64(KEY) })],
  ['the name of a header', get('/ping', { [KEY]: '1' })],
  ['the referrer', get('/ping', { Referer: `https://shop.example/?key=${KEY}` })],
  ['the query', get(`/ping?key=${KEY}`)],
  ['the query, percent-encoded', get(`/ping?key=${KEY.replaceAll('_', '%5F')}`)],
  ['the query, in Base64', get(`/ping?key=${encodeURIComponent(base64(KEY))}`)],
  ['the path', get(`/${KEY}/ping`)],
  ['the path, as a SKU', get(`/products/${KEY}/price`)],
  ['the path, as a reference', get(`/orders/${KEY}`)],
  ['the query, escaped twice', get(`/ping?key=${KEY.replaceAll('_', '%255F')}`)],
  ['the body, as a reference', order(`${KEY}:1`, 'SCENARIO-AT-ONCE')],
  ['the body, as a SKU', order('TEST:1', KEY)],
  ['the body, in Base64', order(base64(`1${KEY}`), base64(KEY))],
  ['the body, as the name of a field', post(`{"${KEY}":1}`)],
  ['the body, that is no JSON', post(KEY)],
  ['the content type', post('{}', { 'Content-Type': `application/json; key=${KEY}` })],
  ['the content encoding', post('{}', { 'Content-Encoding': KEY })],
]

test.each(SENT)('a key in %s leaves no trace in the journal, nor in the answer', async (_, call) => {
  const app = createApp()
  const answer = await call(openSandbox(inProcess(app), { key: KEY }))
  const journal = await (await app.request('/__mock/journal')).text()
  const said = [...answer.headers].flat().join() + (await answer.text())
  expect(JSON.parse(journal).exchanges).toHaveLength(1)
  expect(TRACES.filter((trace) => journal.includes(trace))).toEqual([])
  expect(TRACES.filter((trace) => said.includes(trace))).toEqual([])
})

test.each([`${KEY}:1`, `SHOP:${KEY}`, `SHOP:${SECRET}`, `SHOP:%70k_test_${SECRET}`, base64(`${KEY}:1`)])(
  'a purchase under the reference %s is refused: nothing is bought, and nothing kept',
  async (reference) => {
    const app = createApp()
    const sandbox = openSandbox(inProcess(app), { key: KEY })
    const before = await sandbox.balance()
    const answer = await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      type: expect.stringContaining('invalid-body'),
      clause: 'key-stays-on-server',
      detail: expect.stringContaining('Choose a reference of your own'),
    })
    expect((await sandbox.lookUp(reference)).status).toBe(404)
    expect(await sandbox.balance()).toBe(before)
  },
)

test.each([
  ['Authorization', `Bearer ${FOREIGN}`],
  ['Authorization', FOREIGN],
  ['X-Api-Key', FOREIGN],
  ['Api-Key', FOREIGN],
  ['X-Auth-Token', FOREIGN],
  ['X-Partner-Key', FOREIGN],
  ['Proxy-Authorization', `Digest ${FOREIGN}`],
])('a key of a foreign form, sent in %s as %j, is removed in every place', async (name, value) => {
  const app = createApp()
  const carried = encodeURIComponent(FOREIGN)
  const call = post(JSON.stringify({ partnerReference: FOREIGN, sku: FOREIGN }), {
    [name]: value,
    'X-Strange': base64(FOREIGN),
  })
  const sandbox = openSandbox(inProcess(app))
  await call(sandbox)
  await sandbox.call('GET', `/orders/${carried}?again=${carried}`, {
    headers: { [name]: value },
  })
  const journal = await (await app.request('/__mock/journal')).text()
  for (const trace of ['secret', carried, base64(FOREIGN).slice(0, -4)]) expect(journal).not.toContain(trace)
})

test('a key in the header of another profile leaves no trace either', async () => {
  const app = createApp({ profile: { auth: { header: 'X-Partner', format: 'key={key}' } } })
  const headers = { 'X-Partner': 'key=another-secret', 'Content-Type': 'application/json' }
  await app.request('/orders?key=another-secret', { method: 'POST', headers, body: '"key=another-secret"' })
  expect(await (await app.request('/__mock/journal')).text()).not.toContain('another-secret')
})
