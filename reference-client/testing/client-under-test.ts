import { type Client, createClient } from '../client.ts'
import type { ClientOptions } from '../options.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createScriptedService, json, type Reply, type ScriptedService } from './scripted-service.ts'

/** The key of every client under test. */
export const KEY = 'pk_test_secret/42'

/** The purchase that the tests intend. */
export const ORDER = { partnerReference: 'SHOP:1', sku: 'CARD-25' }

/** The lookup of that purchase, by the default profile. */
export const LOOKUP = 'GET /orders/SHOP%3A1'

/** A price of 25.00 and a balance of 100.00 dollars, as the default profile has them. */
export const AFFORDABLE = {
  'GET /products/CARD-25/price': [json(200, { data: { price: { amount: '25.00', currency: 'USD' } } })],
  'GET /balance': [json(200, { data: { balance: { amount: '100.00', currency: 'USD' } } })],
}

/** A client, the service it calls, and the clock between them. */
export type Stage = {
  readonly client: Client
  readonly service: ScriptedService
  readonly clock: ManualClock
}

/**
 * Sets a client before a scripted service.
 *
 * @example
 * const { client } = stage({ 'GET /ping': [json(200, { data: { status: 'ok', mode: 'TEST' } })] })
 */
export function stage(
  script: Readonly<Record<string, readonly Reply[]>>,
  options: Partial<ClientOptions> = {},
  clock = createManualClock(),
): Stage {
  const service = createScriptedService(clock, script)
  const client = createClient({
    baseUrl: 'https://service.test',
    apiKey: KEY,
    fetch: service.fetch,
    clock,
    ...options,
  })
  return { client, service, clock }
}

/** Everything that an iterator yields. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** What a promise is rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It was expected to be rejected, but it was fulfilled.')
    },
    (error: unknown) => error,
  )
}
