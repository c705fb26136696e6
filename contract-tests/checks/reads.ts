import { isObject, readPointer } from '../../contract/wire/json-pointer.ts'
import {
  Broken,
  type Call,
  dataOf,
  described,
  mustBeServed,
  mustHaveData,
  NotObserved,
  says,
  withoutData,
} from '../answers.ts'
import type { Service } from '../service.ts'
import type { Shop } from '../shop.ts'
import type { Check } from './check.ts'

/** Ping, catalogue, prices and balance (§2, §4). */
export const READS: readonly Check[] = [
  {
    clause: 'data-envelope',
    name: 'reads',
    title: 'ping, the catalogue, a price and the balance are answered with a top-level data object',
    when: 'reads',
    run: async (service, shop) =>
      haveData([service.ask('ping'), shop.catalogue(), ...(await priceAndBalance(service, shop))]),
  },
  {
    clause: 'data-envelope',
    name: 'later',
    title: 'after the purchases, they are still answered with a top-level data object',
    when: 'end',
    run: async (service, shop) =>
      haveData([service.ask('ping'), service.ask('listProducts'), ...(await priceAndBalance(service, shop))]),
  },
  {
    clause: 'ping-ok',
    name: 'status',
    title: 'GET /ping answers with status "ok"',
    when: 'reads',
    restsOn: ['ping-position'],
    run: async (service) => {
      for (const call of await pings(service)) pingSays(service, call, 'status', 'ok')
    },
  },
  {
    clause: 'ping-mode-test',
    name: 'mode',
    title: 'GET /ping answers with mode "TEST" for a TEST key',
    when: 'reads',
    restsOn: ['ping-position'],
    run: async (service) => {
      const calls = await Promise.all([1, 2, 3].map(() => service.ask('ping')))
      const served = calls.filter((call) => says(call) === 'yes')
      if (served.length === 0) throw new NotObserved('Ping was not served: see ping-ok.')
      for (const call of served) pingSays(service, call, 'mode', 'TEST')
    },
  },
  {
    clause: 'product-has-sku',
    name: 'every-entry',
    title: 'every entry of the catalogue has a sku, a string',
    when: 'reads',
    restsOn: ['catalogue-position'],
    run: async (_, shop) => {
      const call = await shop.catalogue()
      mustHaveData(call, 'the catalogue')
      const entries = shop.entriesIn(call)
      const index = entries.findIndex(
        (entry) => !isObject(entry) || typeof entry.sku !== 'string' || entry.sku === '',
      )
      if (index < 0) return
      const message = `Expected a sku, a string, in every entry of the catalogue; entry ${index + 1} of ${entries.length} has none.`
      throw new Broken(message, [call])
    },
  },
  {
    clause: 'price-per-sku',
    name: 'catalogue-skus',
    title:
      'GET /products/{sku}/price is served for SKUs of the catalogue, and for the SKU that was asked for',
    when: 'reads',
    run: async (service, shop) => {
      const skus = await shop.skus()
      const escaped = skus.filter((sku) => encodeURIComponent(sku) !== sku)
      const some = new Set([...skus.slice(0, 3), ...escaped.slice(0, 2), ...skus.slice(-1)])
      if (some.size === 0) throw new NotObserved('The catalogue has no SKU that a URL can hold.')
      for (const call of await Promise.all([...some].map((sku) => service.ask('getPrice', { sku })))) {
        const { sku } = mustHaveData(call, `the price of ${call.sku}`)
        if (typeof sku === 'string' && sku !== call.sku && skus.includes(sku))
          throw new Broken(
            `Expected the price of ${call.sku}; ${described(call)} with the price of ${sku}.`,
            [call],
          )
      }
    },
  },
  {
    clause: 'balance-readable',
    name: 'served',
    title: 'GET /balance is served',
    when: 'reads',
    run: async (service) => {
      mustHaveData(await service.ask('getBalance'), 'the balance')
    },
  },
]

async function priceAndBalance(service: Service, shop: Shop): Promise<readonly Promise<Call>[]> {
  const [sku] = await shop.skus().catch(() => [])
  return [service.ask('getBalance'), ...(sku === undefined ? [] : [service.ask('getPrice', { sku })])]
}

/** @throws {Broken | NotObserved} if one of the calls has no top-level data object. */
async function haveData(reads: readonly Promise<Call>[]): Promise<void> {
  for (const call of await Promise.all(reads)) {
    if (says(call) !== 'yes') throw new NotObserved(`${described(call)}.`)
    if (dataOf(call) === undefined) throw new Broken(`${described(call)} ${withoutData(call)}.`, [call])
  }
}

/** Three pings at the same time, so that a faulty instance among several shows. */
async function pings(service: Service): Promise<readonly Call[]> {
  const calls = await Promise.all([1, 2, 3].map(() => service.ask('ping')))
  for (const call of calls) mustBeServed(call, 'GET /ping')
  return calls
}

/**
 * Expects a field of ping. The reference does not show its position, so a value at another place is a matter of the
 * profile.
 *
 * @throws {Broken | NotObserved}
 */
export function pingSays(
  { profile }: Pick<Service, 'profile'>,
  call: Call,
  field: 'status' | 'mode',
  expected: string,
): void {
  const pointer = profile.ping[field]
  const data = mustHaveData(call, 'GET /ping')
  const found = readPointer(call.json, pointer)
  if (found === expected) return
  if (found === undefined && holds(data, expected))
    throw new NotObserved(
      `Nothing stands at ${pointer}, but "${expected}" stands elsewhere in the answer: change ping.${field} in the profile.`,
    )
  const shown = found === undefined ? 'nothing' : JSON.stringify(found)
  throw new Broken(`Expected "${expected}" at ${pointer}; ${described(call)} with ${shown} there.`, [call])
}

function holds(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text
  return Object.values(value).some((member) => holds(member, text))
}
