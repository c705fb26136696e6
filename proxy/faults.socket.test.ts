import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { systemClock } from '../contract/clock.ts'
import { portOf } from '../contract/testing/listening.fixture.ts'
import type { DeliveryOutcome } from '../contract/wire/exchange.ts'
import { watchDelivery } from '../mock-server/http/delivery.ts'
import { deliver, type Strike } from './faults.ts'

const TEXT = '{"data":{}}'
const ANSWER = { status: 200, headers: [], body: Buffer.from(TEXT), text: TEXT, kept: TEXT }

test.for<readonly [when: string, does: Strike['does'] | null, outcome: DeliveryOutcome]>([
  ['before anything of its answer is written', null, 'lost'],
  ['before the first piece of it', { kind: 'dribble', seconds: 60 }, 'lost'],
  ['after the first half of it', { kind: 'stall', seconds: 60 }, 'cut'],
])('how much was delivered to a client that leaves %s', async ([, does, outcome], context) => {
  const { promise: delivered, resolve } = Promise.withResolvers<DeliveryOutcome>()
  const server = createServer((_, response) => {
    watchDelivery(response, { deliver: resolve })
    void deliver(response, ANSWER, does ? { at: 'in-answer', does } : undefined, systemClock)
    if (outcome === 'lost') response.socket?.destroy()
  })
  const client = connect(await portOf(server, context), '127.0.0.1')
  client.on('data', () => client.destroy()).write('GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  expect(await delivered).toBe(outcome)
})

test('an answer without a body is whole, whatever would be done to its body', async (context) => {
  const server = createServer((_, response) => {
    const strike = { at: 'in-answer', does: { kind: 'dribble', seconds: 60 } } as const
    void deliver(response, { ...ANSWER, status: 503, body: Buffer.alloc(0) }, strike, systemClock)
  })
  expect((await fetch(`http://127.0.0.1:${await portOf(server, context)}`)).status).toBe(503)
})
