import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { Broken, type Call, dataOf, described, type KeyUsed, OutOfReach, summaryOf } from '../answers.ts'
import { costsAtMost } from '../costs.ts'
import type { Asked, Service } from '../service.ts'
import type { Shop } from '../shop.ts'
import { takesAnyTestKey } from '../target/own-mock.ts'
import { unknownKeys } from '../unknown-keys.ts'
import type { Check } from './check.ts'

const READ: readonly OperationId[] = ['ping', 'listProducts', 'getPrice', 'getBalance', 'lookupOrder']

const TAKES_ANY_KEY =
  'This mock accepts every TEST key. To see whether it refuses an unknown one, start it with --partners and a file that says "unknownKeys": "reject".'
export const BLOCKED_KEY =
  'It needs a TEST key whose allowlist leaves this address out: ask the operator for one, and put it in SERVICE_PARTNER_BLOCKED_API_KEY.'

/** Keys that must not be served, by the words for a call with each. */
type Keys = { readonly used: KeyUsed; readonly values: Readonly<Record<string, string | null>> }

const WITHOUT_KEY: Keys = {
  used: 'invalid',
  values: { 'without a key': null, 'with an empty key': '', 'with a text that is not a key': 'not-a-key' },
}

/**
 * A call without a valid key is not served (§5.1), and neither is a call from an address that is not allowed (§5.3).
 */
export const ACCESS: readonly Check[] = [
  {
    clause: 'key-required',
    name: 'reads-without-key',
    title: 'no read is served without a key',
    when: 'end',
    restsOn: ['key-transport'],
    run: (service, shop) => refusesReads(service, shop, WITHOUT_KEY),
  },
  {
    clause: 'key-required',
    name: 'reads-with-unknown-key',
    title: 'no read is served with an unknown TEST key',
    when: 'end',
    restsOn: ['key-transport'],
    run: async (service, shop) => refusesReads(service, shop, await unknownTo(service)),
  },
  {
    clause: 'key-required',
    name: 'purchase-without-key',
    title: 'no purchase is served or charged without a key',
    when: 'end',
    restsOn: ['key-transport'],
    purchases: 4,
    cards: 0,
    run: (service, shop) => refusesPurchases(service, shop, WITHOUT_KEY),
  },
  {
    clause: 'key-required',
    name: 'purchase-with-unknown-key',
    title: 'no purchase is served or charged with an unknown TEST key',
    when: 'end',
    restsOn: ['key-transport'],
    purchases: 5,
    cards: 0,
    run: async (service, shop) => refusesPurchases(service, shop, await unknownTo(service)),
  },
  {
    clause: 'ip-allowlist',
    name: 'reads',
    title: 'no read is served from an address that is not allowed',
    when: 'end',
    run: (service, shop) => refusesReads(service, shop, blockedKey(service)),
  },
  {
    clause: 'ip-allowlist',
    name: 'purchase',
    title: 'no purchase is served or charged from an address that is not allowed',
    when: 'end',
    purchases: 1,
    cards: 0,
    run: (service, shop) => refusesPurchases(service, shop, blockedKey(service)),
  },
]

async function unknownTo(service: Service): Promise<Keys> {
  if (await takesAnyTestKey(service.target, service.signal)) throw new OutOfReach(TAKES_ANY_KEY)
  return { used: 'invalid', values: unknownKeys(service.target) }
}

function blockedKey({ target: { notAllowedKey } }: Service): Keys {
  if (notAllowedKey === undefined) throw new OutOfReach(BLOCKED_KEY)
  return { used: 'blocked', values: { 'from an address that is not allowed': notAllowedKey } }
}

async function refusesReads(service: Service, shop: Shop, keys: Keys): Promise<void> {
  const order = await shop.first().catch(() => undefined)
  const asked = { ...(order && { reference: order.reference, sku: order.sku }) }
  for (const operation of READ)
    if (order !== undefined || (operation !== 'getPrice' && operation !== 'lookupOrder'))
      await refuses(service, operation, asked, keys)
}

async function refusesPurchases(service: Service, shop: Shop, keys: Keys): Promise<void> {
  const { reference, sku } = await shop.first()
  await costsAtMost(service, shop, 0, 'Purchases without a valid key', async () => {
    await refuses(service, 'createOrder', { reference: service.references.next(), sku }, keys)
    // A service may answer a known body before it checks the key.
    const { used, values } = WITHOUT_KEY
    const noKey = { used, values: Object.fromEntries(Object.entries(values).slice(0, 1)) }
    if (keys === WITHOUT_KEY) await refuses(service, 'createOrder', { reference, sku }, noKey)
  })
}

async function refuses(
  service: Service,
  operation: OperationId,
  asked: Asked,
  { used, values }: Keys,
): Promise<void> {
  const calls = await Promise.all(
    Object.entries(values).map(async ([how, value]) => ({
      how,
      call: await service.call(operation, { ...asked, key: { used, value } }),
    })),
  )
  const served = calls.find(({ call }) => isServed(service, call))
  if (served)
    throw new Broken(`Expected a call ${served.how} not to be served; ${described(served.call)}.`, [
      served.call,
    ])
}

/** True if a call was served as a normal partner call, with the data of its operation. */
function isServed({ profile }: Service, call: Call): boolean {
  const { operation } = call.exchange
  if (operation === 'ping')
    return readPointer(call.json, profile.ping.status) === 'ok' && dataOf(call) !== undefined
  return operation === 'createOrder' || operation === 'lookupOrder'
    ? summaryOf(call) !== undefined
    : dataOf(call) !== undefined
}
