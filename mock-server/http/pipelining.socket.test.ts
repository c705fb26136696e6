import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../serve.ts'
import { newKey } from '../testing/behaviour/sandbox.fixture.ts'
import { BAD_REQUESTS } from '../testing/requests/bad-requests.fixture.ts'
import {
  encodeRequest,
  openSocket,
  readResponses,
  sendBytes,
  type WireRequest,
} from '../testing/requests/wire-request.fixture.ts'

const mock = await serve()
afterAll(() => mock.close())

const CHUNKED =
  'POST /orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'

/** Unreadable or incomplete requests: HTTP itself has their answers. */
const UNREADABLE = BAD_REQUESTS.filter(({ status }) => typeof status === 'number')

function purchase(sku: string, more: WireRequest = {}): WireRequest {
  const headers = { Connection: 'keep-alive', ...more.headers }
  return { ...more, headers, body: JSON.stringify({ partnerReference: `TEST:${sku}`, sku }) }
}

/** Sends requests over one connection at once, and reads its answers until it is closed. */
async function pipelined(requests: readonly WireRequest[], key: string) {
  const bytes = requests.map((request) => encodeRequest(request, key))
  return readResponses(await sendBytes(mock.url, Buffer.concat(bytes), true))
}

function journalFor(key: string) {
  const partner = mock.partnerOf(key) ?? ''
  return mock.journal({ partner }).map(({ order, response, delivery }) => ({
    effect: order?.effect,
    status: response?.status,
    delivery: delivery?.outcome,
  }))
}

function recordedFor(key: string, count: number) {
  return mock.waitFor({ partner: mock.partnerOf(key), effect: 'recorded' }, { count, timeoutMs: 30_000 })
}

const BOUGHT = { effect: 'recorded', status: 200, delivery: 'delivered' }

describe.each(UNREADABLE)('after a complete purchase, $status answers $what', ({ status, request }) => {
  test.each([
    ['is sent straight', purchase('SCENARIO-AT-ONCE')],
    ['is sent by the app', purchase('SCENARIO-AT-ONCE', { target: '/orders?way=app' })],
    ['is delayed', purchase('SCENARIO-STALLED')],
    ['leaves piece by piece', purchase('SCENARIO-TRICKLE')],
  ])('after an answer that %s', async (_way, bought) => {
    const key = newKey()
    const answering = pipelined([bought, request], key)
    await recordedFor(key, 1)
    await mock.clockOf(key).advance(3600)
    const answers = await answering
    expect(answers.map((answer) => [answer.status, answer.isWhole])).toEqual([
      [200, true],
      [status, true],
    ])
    expect(answers[0]?.body).toContain('COMPLETED')
    expect(journalFor(key)[0]).toEqual(BOUGHT)
  })
})

test('a request that is refused for its body is answered once, and recorded so', async () => {
  const key = newKey()
  for (const path of ['/orders', '/orders?way=app']) {
    const raw = `${CHUNKED.replace('/orders', path)}no chunk\r\n`
    const text = await sendBytes(mock.url, encodeRequest({ raw }, key))
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    expect(text).toContain('\r\nConnection: close\r\n')
  }
  const refused = { effect: undefined, status: 400, delivery: 'delivered' }
  expect(journalFor(key)).toEqual([refused, refused])
})

describe('100 Continue', () => {
  const expecting = (sku: string, target = '/orders') =>
    purchase(sku, { target, headers: { Expect: '100-continue' } })

  test.each(['/orders', '/orders?way=app'])('comes before the answer to a POST %s', async (target) => {
    const answers = await pipelined([expecting('SCENARIO-AT-ONCE', target), { raw: 'end\r\n\r\n' }], newKey())
    expect(answers.map(({ status }) => status)).toEqual([100, 200, 400])
  })

  test.each(['SCENARIO-AT-ONCE', 'SCENARIO-TRICKLE', 'SCENARIO-STALLED'])(
    'stands in no answer, where the one before and that of a %s are under way together',
    async (sku) => {
      const key = newKey()
      const answering = pipelined([purchase('SCENARIO-STALLED'), expecting(sku), { raw: 'end\r\n\r\n' }], key)
      const partner = mock.partnerOf(key) ?? ''
      await mock.waitFor({ partner, operation: 'createOrder' }, { count: 2, timeoutMs: 30_000 })
      await mock.clockOf(key).advance(3600)
      const answers = await answering
      expect(answers.map(({ status }) => status).filter((status) => status !== 100)).toEqual([200, 200, 400])
      expect(answers[0]?.status).toBe(200)
      expect(answers.every(({ isWhole }) => isWhole)).toBe(true)
    },
  )

  test('is in no answer that is cut', async () => {
    const answers = await pipelined([purchase('SCENARIO-AT-ONCE'), expecting('SCENARIO-CUT')], newKey())
    expect(answers[0]).toMatchObject({ status: 200, isWhole: true })
    expect(answers.at(-1)).toMatchObject({ status: 200, isWhole: false })
    expect(answers.at(-1)?.body).not.toContain('100 Continue')
  })
})

test.each(['SCENARIO-LOST-AFTER', 'SCENARIO-LOST-BEFORE', 'SCENARIO-CLOSED', 'SCENARIO-CUT'])(
  'a connection that %s loses is lost after the answer to what came before, and not kept open',
  async (sku) => {
    const key = newKey()
    const answers = await pipelined([purchase('SCENARIO-AT-ONCE'), purchase(sku)], key)
    expect(answers[0]).toMatchObject({ status: 200, isWhole: true })
    expect(answers.slice(1).every(({ isWhole }) => !isWhole)).toBe(true)
    expect(journalFor(key)).toMatchObject([BOUGHT, { delivery: sku === 'SCENARIO-CUT' ? 'cut' : 'lost' }])
  },
)

test('answers whose turn has not come when the caller leaves are lost, and no advance of the clock waits for them', async () => {
  const key = newKey()
  const partner = mock.partnerOf(key) ?? ''
  const requests = [
    purchase('SCENARIO-STALLED'),
    purchase('SCENARIO-TRICKLE'),
    purchase('SCENARIO-UNUSUAL-PACE'),
  ]
  const socket = await openSocket(mock.url)
  socket.send(Buffer.concat(requests.map((request) => encodeRequest(request, key))))
  await recordedFor(key, 3)
  socket.destroy()
  await mock.waitFor({ partner, delivery: 'lost' }, { count: 3, timeoutMs: 30_000 })
  await mock.clockOf(key).advance(3600)
  const lost = { ...BOUGHT, delivery: 'lost' }
  expect(journalFor(key)).toEqual([lost, lost, lost])
})

test('a connection that is to be reset after its end is closed, and does not delay the shutdown', async () => {
  const own = await serve()
  const key = newKey()
  const ends = {
    method: 'HEAD',
    target: '/ping',
    headers: { Connection: 'keep-alive', Expect: '100-continue' },
  }
  const before: WireRequest = { method: 'PUT', target: '/?x=1', headers: { Connection: 'keep-alive' } }
  const bytes = [before, { ...ends, body: 'x' }, purchase('SCENARIO-LOST-AFTER', { target: '/./orders' })]
  await sendBytes(own.url, Buffer.concat(bytes.map((request) => encodeRequest(request, key))), true)
  await own.close()
  expect(own.journal().every(({ delivery }) => delivery !== null)).toBe(true)
})
