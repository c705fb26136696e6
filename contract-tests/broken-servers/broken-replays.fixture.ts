import type { BrokenServers } from './server.fixture.ts'
import {
  type Call,
  type Card,
  type Order,
  SmallService,
  type Source,
  type Summary,
} from './service.fixture.ts'

/** What a server knows when an identical body arrives. */
type Replay = {
  readonly order: Order
  readonly call: Call
  readonly nth: number
  readonly service: SmallService
}

/** Reacts to some replays by a change. If the change returns no answer, the replay is answered as usual. */
function replaying(
  isStruck: (replay: Replay) => boolean,
  change: (replay: Replay) => ReturnType<SmallService['replay']> | undefined,
) {
  return class extends SmallService {
    readonly #replays = new Map<string, number>()
    override replay(order: Order, call: Call) {
      const nth = (this.#replays.get(order.reference) ?? 0) + 1
      this.#replays.set(order.reference, nth)
      const replay = { order, call, nth, service: this }
      return (isStruck(replay) ? change(replay) : undefined) ?? super.replay(order, call)
    }
  }
}

/** Charges these replays again, and answers them correctly. */
const charging = (isStruck: (replay: Replay) => boolean) =>
  replaying(isStruck, ({ service, order }) => {
    service.move(-order.card.cents)
    return undefined
  })

/** Takes these replays for new purchases: the order is PROCESSING and paid again. */
const buying = (isStruck: (replay: Replay) => boolean) =>
  replaying(isStruck, ({ service, order, call }) => service.buy(order.reference, order.card, call))

const refusing = (status: number, isStruck: (replay: Replay) => boolean) =>
  replaying(isStruck, ({ service }) => service.refuse(status))

const always = () => true
const nthAlone =
  (n: number) =>
  ({ nth }: Replay) =>
    nth === n
const isSettled = ({ service, order }: Replay) => service.isSettled(order)
const past =
  (ms: number) =>
  ({ service, order }: Replay) =>
    service.clock.now() > order.placedAt + ms
const isBesideFirst = ({ service, order }: Replay) =>
  service.clock.now() < order.placedAt + service.purchaseMs
const isWritten =
  (pattern: RegExp) =>
  ({ call }: Replay) =>
    pattern.test(call.body ?? '')

/** Servers that don't take an identical body for the same purchase. */
export const BROKEN_REPLAYS: BrokenServers = {
  'same-body-same-purchase': {
    'each replay is charged': charging(always),
    'only the first replay of an order is charged': charging(nthAlone(1)),
    'only the third replay of an order is charged': charging(nthAlone(3)),
    'a replay is charged after one second': charging(past(1000)),
    'a replay of a settled order is charged': charging(isSettled),
    'a replay is charged while the first purchase is in progress': charging(isBesideFirst),
    'a replay is charged if sku comes first': charging(isWritten(/^\W*sku/)),
    'a replay is charged if it has other white space': charging(isWritten(/\s"/)),
    'each replay is charged, and every debit comes half a second late': class extends charging(always) {
      override move(cents: number) {
        super.move(cents, this.clock.now() + (cents < 0 ? 500 : 0))
      }
    },
    'a replay is charged if it has another User-Agent': class extends SmallService {
      readonly #agents = new Map<string, string | undefined>()
      override place(reference: string, card: Card, call: Call) {
        this.#agents.set(reference, call.headers['user-agent'])
        return super.place(reference, card, call)
      }
      override replay(order: Order, call: Call) {
        if (call.headers['user-agent'] !== this.#agents.get(order.reference)) this.move(-order.card.cents)
        return super.replay(order, call)
      }
    },
    'a replay buys again': buying(always),
    'a replay of a settled order buys again': buying(isSettled),
    'a reference is forgotten after 1.5 s': buying(past(1500)),
    'simultaneous identical bodies all buy': class extends SmallService {
      override async buy(reference: string, card: Card, call: Call) {
        await this.wait(this.readMs)
        return super.buy(reference, card, call)
      }
    },
    'a replay is a conflict (409)': refusing(409, always),
    'a replay of a settled order is a conflict (409)': refusing(409, isSettled),
    'a replay of a settled order is not found (404)': refusing(404, isSettled),
    'a replay fails (500)': refusing(500, always),
    'a replay fails while the first purchase is in progress (500)': refusing(500, isBesideFirst),
    'a replay of a settled order says FAILED': class extends SmallService {
      override summary(order: Order, source: Source): Summary {
        const hasFailed = source === 'replay' && this.isSettled(order)
        return hasFailed ? { status: 'FAILED' } : super.summary(order, source)
      }
    },
    'a replay sets a settled order back to PROCESSING, free of charge': replaying(
      isSettled,
      ({ service, order }) => {
        service.record({ ...order, placedAt: service.clock.now() })
        return undefined
      },
    ),
  },
}
