import { expect, test } from 'vitest'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { JournalListener } from '../mock-server/journal/journal.ts'
import { ExchangeLog } from './exchange-log.ts'
import { exchange } from './testing/exchange.fixture.ts'

/** A log of a journal that the test fills, and which of its exchanges were reported as a flood. */
function logOf(bounds: { exchanges: number; bytes: number }) {
  const listeners = new Set<JournalListener>()
  const floods: number[] = []
  const listen = (listener: JournalListener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const log = new ExchangeLog({ listen }, ({ seq }, isFlood) => isFlood && floods.push(seq), bounds)
  const send = (sent: Exchange) => {
    for (const listener of listeners) listener(sent, sent.delivery !== null)
  }
  return { log, send, floods, listeners }
}

test('the first exchanges are kept, in the order of their arrival, and the rest is counted', () => {
  const { log, send, floods } = logOf({ exchanges: 3, bytes: 1e6 })
  for (const seq of [1, 0, 2, 3, 4, 3]) send(exchange({ seq }))
  expect(log.exchanges.map(({ seq }) => seq)).toEqual([0, 1, 2])
  expect(log.unrecorded).toBe(2)
  expect(floods).toEqual([3, 4, 3])
})

test('what is known of an exchange later is in the log', () => {
  const { log, send } = logOf({ exchanges: 3, bytes: 1e6 })
  const late = exchange({ seq: 0, delivery: null })
  send(late)
  late.delivery = { outcome: 'cut', atMs: 5 }
  expect(log.exchanges).toEqual([late])
})

test('more bytes than are kept are a flood, too', () => {
  const { log, send } = logOf({ exchanges: 100, bytes: 1_000 })
  const request = { method: 'GET', target: '/', headers: {}, body: 'x'.repeat(600) }
  for (let seq = 0; seq < 10; seq += 1) {
    const one = exchange({ seq, request, delivery: null })
    send(one)
    one.delivery = { outcome: 'delivered', atMs: 1 }
    send(one)
  }
  expect(log.exchanges.length).toBeLessThan(4)
  expect(log.exchanges.length + log.unrecorded).toBe(10)
})

test('requests under way are waited for, up to a limit', async () => {
  const { log, send, listeners } = logOf({ exchanges: 3, bytes: 1e6 })
  send(exchange({ seq: 0, delivery: null }))
  await log.settled(30)
  log.release()
  expect(listeners.size).toBe(0)
})
