import { expect, test } from 'vitest'
import { systemClock } from '../../contract/clock.ts'
import { type SentRequest, socketNetwork } from '../http/http-client.ts'
import { idleClock, pause } from './idle-clock.fixture.ts'
import { networkTo, overSocket } from './in-process.fixture.ts'
import { type Asked, BLOCKED_KEY, KEY, SmallService } from './service.fixture.ts'

const ask = (line: string, body: object | null = null, key: string = KEY): SentRequest => {
  const [method = '', target = ''] = line.split(' ')
  const headers: Record<string, string> = key === '' ? {} : { Authorization: `Bearer ${key}` }
  return { operation: null, method, target, headers, body: body && JSON.stringify(body) }
}
const order = (partnerReference: string, sku = 'GAME-10') => ask('POST /orders', { partnerReference, sku })

function start() {
  const clock = idleClock()
  const { dispatch, cut } = networkTo(new SmallService(clock), clock)
  const said = async (sent: SentRequest) => {
    const { status, body } = await dispatch('', sent)
    return { status, json: JSON.parse(body) }
  }
  const balance = async () => (await said(ask('GET /balance'))).json.data.balance.amount
  return { clock, said, dispatch, cut, balance }
}

test('the small service answers each documented call at its documented position', async () => {
  const { clock, said } = start()
  expect((await said(ask('GET /ping'))).json).toEqual({ data: { status: 'ok', mode: 'TEST' } })
  expect((await said(ask('GET /products'))).json.data.products[0]).toEqual({ sku: 'GAME-10' })
  const price = { data: { price: { amount: '15.00', currency: 'USD' } } }
  expect((await said(ask('GET /products/PHONE%2015%2FEU/price'))).json).toEqual(price)
  const open = { status: 'PROCESSING', pollAfterSeconds: 1 }
  expect((await said(order('A:1'))).json).toEqual({ data: { order: { order: open } } })
  expect((await said(ask('GET /orders/A%3A1'))).json).toEqual({ data: { order: open } })
  await pause(clock, 2000)
  expect((await said(ask('GET /orders/A%3A1'))).json).toEqual({ data: { order: { status: 'COMPLETED' } } })
})

test('the small service debits once, even if clients disconnect and resend', async () => {
  const { said, cut, balance } = start()
  expect(await cut('', order('A:1'), 0)).toBe(true)
  expect(await cut('', order('A:1'), 4)).toBe(true)
  expect(await cut('', order('A:1'), 6)).toBe(false)
  expect((await said(order('A:1'))).status).toBe(200)
  expect(await balance()).toBe('9990.00')
})

test('the small service refuses a known reference with another card, a third field, unknown keys and blocked addresses', async () => {
  const { said, balance } = start()
  await said(order('A:1'))
  const refused = [
    order('A:1', 'MUSIC-25'),
    ask('POST /orders', { partnerReference: 'A:2', sku: 'GAME-10', quantity: 1 }),
    ask('GET /orders/A%3A2'),
    ask('GET /ping', null, ''),
    ask('GET /ping', null, `${KEY}0`),
    ask('GET /ping', null, BLOCKED_KEY),
  ]
  const statuses = await Promise.all(refused.map(async (sent) => (await said(sent)).status))
  expect(statuses).toEqual([409, 422, 404, 401, 401, 403])
  expect(await balance()).toBe('9990.00')
})

test('a client that gets no answer disconnects after its timeout, and the service can see that', async () => {
  const clock = idleClock(0)
  let asked: Asked | undefined
  const answer = (now: Asked) => {
    asked = now
    return new Promise<never>(() => {})
  }
  const { dispatch } = networkTo({ answer }, clock)
  const ended = dispatch('', ask('GET /ping'))
  expect(asked?.hasLeft()).toBe(false)
  await expect(ended).rejects.toThrow('no answer within 15 s')
  expect([asked?.hasLeft(), clock.now()]).toEqual([true, 15_000])
})

test('a connection that is closed without an answer fails at once', async () => {
  const clock = idleClock(0)
  const { dispatch, cut } = networkTo({ answer: async () => null }, clock)
  await expect(dispatch('', ask('GET /ping'))).rejects.toThrow('the connection was closed')
  expect([await cut('', ask('GET /ping'), 10), clock.now()]).toEqual([true, 0])
})

test('over a socket, too, the service sees a client that disconnects before its answer', async () => {
  const left: boolean[] = []
  class Slow extends SmallService {
    override readonly purchaseMs = 300
    override async buy(...[reference, card, call]: Parameters<SmallService['buy']>) {
      const answered = await super.buy(reference, card, call)
      left.push(call.hasLeft())
      return answered
    }
  }
  const { dispatch, cut } = socketNetwork()
  await using server = await overSocket(new Slow(systemClock))
  expect(await cut(server.baseUrl, order('A:1'), 10)).toBe(true)
  expect((await dispatch(server.baseUrl, order('A:2'))).status).toBe(200)
  expect(left).toEqual([true, false])
})
