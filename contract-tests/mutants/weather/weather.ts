import type { Clock } from '../../../contract/clock.ts'
import type { ConformingServer } from '../broken-server.ts'
import { type Middleware, operationOf } from '../middleware.ts'
import { type Blip, blips, nameOfBlip } from './blips.ts'
import { keepingLedger, type MoneyWeather } from './ledger.ts'
import { cutOff, onePurchaseASecond, onlyNamedClients, servedAgainAt, withoutKey } from './limits.ts'
import {
  debitedAfter,
  fee,
  heldThenDebited,
  heldTwice,
  lagging,
  movingPrices,
  sharedWith,
  toppedUp,
} from './money.ts'
import { atFirst, foundLate, unknownIs } from './orders.ts'

/** A server in bad weather, which keeps every clause. */
export type WeatheredServer = ConformingServer & {
  /** Whether a suite that asks once more, and waits, can observe everything. */
  readonly endsKept: boolean
}

type Change = (clock: Clock) => Middleware

/**
 * One change around another.
 *
 * @example
 * composed(foundLate(300), broken.change)
 */
function composed(outer: Change, inner: Change): Change {
  return (clock) => {
    const [first, second] = [outer(clock), inner(clock)]
    return (request, forward, operation) =>
      first(request, (changed) => second(changed, forward, operationOf(changed)), operation)
  }
}

function blip(about: Blip): WeatheredServer {
  return { name: nameOfBlip(about), change: () => blips(about), endsKept: true }
}

const FAILURES = [502, 503, 504, 429, 'reset'] as const
const RHYTHMS = ['first', 'third', 7, 4, 'tenth'] as const

/** Each failure at each place, every time in another rhythm. */
const BLIPS: readonly WeatheredServer[] = (['reads', 'lookups', 'unrecorded', 'recorded'] as const).flatMap(
  (place, nth) =>
    FAILURES.flatMap((failure, index) => {
      const rhythm = RHYTHMS[(index + nth) % RHYTHMS.length]
      return rhythm === undefined ? [] : blip({ failure, place, rhythm })
    }),
)

const order = (name: string, change: Change): WeatheredServer => ({ name, change, endsKept: true })

const ACCEPTED = '{"status":"ACCEPTED"}'

const ORDERS: readonly WeatheredServer[] = [
  order('a lookup finds an order after 0.3 s', foundLate(300)),
  order('a lookup finds an order after 1 s', foundLate(1000)),
  order('an unknown order is a 200 with empty data', () => unknownIs({})),
  order('an unknown order is a 200 with order null', () => unknownIs({ order: null })),
  order(
    'a lookup finds an order after 0.3 s, and is a 200 with order null before',
    composed(() => unknownIs({ order: null }), foundLate(300)),
  ),
  order(
    'an order is ACCEPTED for 1 s before it is PROCESSING',
    atFirst(ACCEPTED, { forMs: 1000, every: false }),
  ),
  order('every order is ACCEPTED for 0.3 s', atFirst(ACCEPTED, { forMs: 300, every: true })),
  order('every order is ACCEPTED for 1 s', atFirst(ACCEPTED, { forMs: 1000, every: true })),
]

const LIMITS: readonly WeatheredServer[] = [
  order('two purchases within a second are one too many', onePurchaseASecond),
  order('ten calls within five seconds are one too many, until a date', servedAgainAt(10, 5)),
  order('an address that is not allowed is cut off', cutOff),
  order('a caller without a valid key finds a service that fails', withoutKey(503)),
  order('a caller without a valid key is cut off', withoutKey('nothing')),
  order('a client that does not say what it is is refused (403)', onlyNamedClients),
]

/** Its state is of one run. */
const money = (name: string, make: () => MoneyWeather, endsKept = true): WeatheredServer => ({
  name,
  change: (clock) => keepingLedger(make(), clock),
  endsKept,
})

const FEE = money('a purchase costs 0.50 more than its price', () => fee(50))
const MOVING = money('each purchase moves the price by up to 5 %', () => movingPrices(0.05))
const HELD = order(
  'twice the price is held for the 2 s until settlement',
  composed(
    (clock) => keepingLedger(heldTwice(), clock),
    atFirst('{"status":"PROCESSING","pollAfterSeconds":1}', { forMs: 2000, every: true }),
  ),
)
const DEARER = order(
  'each purchase moves the price by up to 5 %, and has a fee',
  composed(FEE.change, MOVING.change),
)

const MONEY: readonly WeatheredServer[] = [
  money('the balance is 30 ms old', () => lagging(30)),
  money('the balance is 0.5 s old', () => lagging(500)),
  money('the balance is 2 s old', () => lagging(2000)),
  money('the balance is 30 ms old in one of two replicas', () => lagging(30, 'one of two')),
  money('the balance is 0.5 s old in one of two replicas', () => lagging(500, 'one of two')),
  money('the balance is 2 s old in one of two replicas', () => lagging(2000, 'one of two')),
  money('an order is debited at its settlement', () => debitedAfter(0)),
  money('an order is debited 1 s after its settlement', () => debitedAfter(1000)),
  money('a hold is released at settlement, and debited 1 s later', () => heldThenDebited(1000)),
  money('a hold is released at settlement, and debited 3 s later', () => heldThenDebited(3000)),
  HELD,
  money('another caller buys a card at every 10th call', () => sharedWith(({ calls }) => calls / 10), false),
  money('another caller buys a card every 0.3 s', () => sharedWith(({ sinceMs }) => sinceMs / 300), false),
  money(
    'another caller buys a card every 5 s, the first after 2 s',
    () => sharedWith(({ sinceMs }) => (sinceMs + 3000) / 5000),
    false,
  ),
  money('the balance is topped up once, by a card', () => toppedUp(2500, ({ calls }) => Number(calls >= 20))),
  money('the balance is topped up once, by a lot', () =>
    toppedUp(100_000, ({ calls }) => Number(calls >= 20)),
  ),
  money('the balance is topped up at every 25th call', () => toppedUp(10_000, ({ calls }) => calls / 25)),
  money('the balance is topped up every 10 s', () => toppedUp(10_000, ({ sinceMs }) => sinceMs / 10_000)),
  money('each purchase moves the price by up to 1 %', () => movingPrices(0.01)),
  MOVING,
  FEE,
  DEARER,
]

/** Servers in every kind of weather: none is broken. */
export const WEATHER: readonly WeatheredServer[] = [
  ...BLIPS,
  blip({ failure: 503, place: 'calls', rhythm: 9 }),
  blip({ failure: 'reset', place: 'recorded', rhythm: 5 }),
  ...ORDERS,
  ...LIMITS,
  ...MONEY,
]
