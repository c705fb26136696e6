import type { Course } from '../../../contract/scenario/scenario.ts'
import type { Account, Placement, Purchase, Store } from '../store.ts'

const SUCCEEDS: Course = { processing: [], settles: 'success' }
/** References that a store must return unchanged. */
export const STRANGE_STRINGS = [
  ...[
    '',
    'a\0b',
    '\0',
    '\ud800',
    'x\udfff\ud800y',
    '\u202eTEST:1',
    '\u{1f600}\u{10ffff}',
    '\ufeff',
    'e\u0301',
  ],
  ...['\u00e9', "'; DROP TABLE orders; --", '\\x00%_', 'a'.repeat(4_000)],
]

export function purchaseOf(partnerReference: string, given: Partial<Purchase> = {}): Purchase {
  return { partnerReference, sku: 'CARD', price: 2500, course: SUCCEEDS, ...given }
}

/** A sandbox that no other test uses. */
export function account(openingBalance: number): Account {
  return { sandbox: `pk_test_${crypto.randomUUID()}`, openingBalance }
}

/** Makes a call of each kind to a store that can't answer. */
export function tryEveryCall(store: Store, mine: Account): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled([
    store.enter(mine),
    store.placeOrder(mine, purchaseOf('TEST:2')),
    store.findOrder(mine, 'TEST:1'),
    store.balance(mine),
    store.countAttempt(mine, 'TEST:1'),
    store.changeTime(mine, { freeze: true }),
    store.reset(mine),
  ])
}

/** Opens a store with a frozen sandbox, in which all orders are placed at the same moment. */
export async function still(open: () => Promise<Store>, openingBalance: number) {
  const store = await open()
  const mine = account(openingBalance)
  const { now } = await store.changeTime(mine, { freeze: true })
  const place = async (reference: string, given?: Partial<Purchase>): Promise<Placement> =>
    (await store.placeOrder(mine, purchaseOf(reference, given))).placement
  return {
    store,
    mine,
    now,
    place,
    find: async (reference: string) => (await store.findOrder(mine, reference)).order,
    available: async () => (await store.balance(mine)).available,
    advance: (seconds: number) => store.changeTime(mine, { advanceSeconds: seconds }),
  }
}
