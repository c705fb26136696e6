import type { BrokenServers } from './server.fixture.ts'
import {
  type Answered,
  type Call,
  type Order,
  SmallService,
  type Source,
  type Summary,
} from './service.fixture.ts'

/** Refuses all bodies except those for which `isTaken`. */
function taking(isTaken: (body: string) => boolean) {
  return class extends SmallService {
    override async purchase(call: Call) {
      return isTaken(call.body ?? '') ? super.purchase(call) : this.refuse(422)
    }
  }
}

/** Answers purchases in another form. */
function purchaseAs(form: (summary: Summary) => object) {
  return class extends SmallService {
    override purchaseAnswer(summary: Summary): Answered {
      return { status: 200, body: form(summary) }
    }
  }
}

/** Answers the lookups of some orders in another form. */
function lookupAs(form: (summary: Summary) => object, isStruck = (_: Summary) => true) {
  return class extends SmallService {
    override lookupAnswer(summary: Summary, order: Order): Answered {
      return isStruck(summary) ? { status: 200, body: form(summary) } : super.lookupAnswer(summary, order)
    }
  }
}

/** Shows PROCESSING with something other than a number of seconds. */
function pollAfter(value: unknown, at?: Source) {
  return class extends SmallService {
    override summary(order: Order, source: Source): Summary {
      const summary = super.summary(order, source)
      const isStruck = summary.status === 'PROCESSING' && source === (at ?? source)
      return isStruck ? { status: 'PROCESSING', pollAfterSeconds: value } : summary
    }
  }
}

/** Shows PROCESSING again in some lookups of a settled order. `nth` counts the lookups of one order. */
function goingBack(isBack: (nth: number) => boolean) {
  return class extends SmallService {
    readonly #lookups = new Map<Order, number>()
    override summary(order: Order, source: Source) {
      if (source !== 'lookup' || !this.isSettled(order)) return super.summary(order, source)
      const nth = (this.#lookups.get(order) ?? 0) + 1
      this.#lookups.set(order, nth)
      return isBack(nth) ? OPEN : super.summary(order, source)
    }
  }
}

const OPEN: Summary = { status: 'PROCESSING', pollAfterSeconds: 1 }
const isSettled = ({ status }: Summary) => status !== 'PROCESSING'

/** Servers that are wrong about the body of a purchase, or about the position or content of a summary. */
export const BROKEN_ORDERS: BrokenServers = {
  'order-two-fields': {
    'a purchase needs a third field': taking(() => false),
    'a body must begin with its reference': taking((body) => /^\W*partnerReference/.test(body)),
  },
  'data-envelope': {
    'a purchase has no envelope': purchaseAs((order) => ({ order: { order } })),
    'a lookup has no envelope': lookupAs((order) => ({ order })),
  },
  'purchase-position': {
    'the summary of a purchase stands at data.order': purchaseAs((order) => ({ data: { order } })),
    'the summary of a purchase stands at data.order.order.order': purchaseAs((order) => ({
      data: { order: { order: { order } } },
    })),
    'the summary of a purchase stands at data.purchase.order': purchaseAs((order) => ({
      data: { purchase: { order } },
    })),
    'a purchase has a state instead of a status': purchaseAs(({ status }) => ({
      data: { order: { order: { state: status } } },
    })),
    'the summary of a replay stands at data.order': class extends SmallService {
      override replay(order: Order) {
        return this.ok({ order: this.summary(order, 'replay') })
      }
    },
  },
  'lookup-position': {
    'the summary of a lookup stands at data': lookupAs((summary) => ({ data: summary })),
    'the summary of a lookup stands at data.order.order': lookupAs((order) => ({
      data: { order: { order } },
    })),
    'the summary of a settled lookup stands at data.order.order': lookupAs(
      (order) => ({ data: { order: { order } } }),
      isSettled,
    ),
    'a lookup answers with a list of orders': lookupAs((order) => ({ data: { order: [order] } })),
    'a lookup no longer finds an order that it has shown settled': class extends SmallService {
      readonly #shown = new Set<Order>()
      override lookup(reference: string) {
        const order = this.find(reference)
        if (order !== undefined && this.#shown.has(order)) return this.refuse(404)
        if (order !== undefined && this.isSettled(order)) this.#shown.add(order)
        return super.lookup(reference)
      }
    },
    'a lookup of any order shows the latest order': class extends SmallService {
      override lookup(reference: string) {
        const latest = [...this.orders.keys()].at(-1) ?? reference
        return super.lookup(this.find(reference) === undefined ? reference : latest)
      }
      override lookupAnswer(summary: Summary, { reference }: Order) {
        return this.ok({ order: { partnerReference: reference, ...summary } })
      }
    },
  },
  'processing-has-poll-after': {
    'no summary says when to poll': pollAfter(undefined),
    'a purchase does not say when to poll': pollAfter(undefined, 'purchase'),
    'a replay does not say when to poll': pollAfter(undefined, 'replay'),
    'a lookup does not say when to poll': pollAfter(undefined, 'lookup'),
    'the seconds are a text': pollAfter('1'),
    'the seconds are null': pollAfter(null),
    'the seconds are negative': pollAfter(-1),
  },
  'order-leaves-processing': {
    'no order ever settles': class extends SmallService {
      override summary() {
        return OPEN
      }
    },
    'lookups stay PROCESSING, and a replay shows that the order settled': class extends SmallService {
      override summary(order: Order, source: Source) {
        return source === 'lookup' ? OPEN : super.summary(order, source)
      }
    },
    'every second lookup of a settled order says PROCESSING': goingBack((nth) => nth % 2 === 0),
    'every lookup of a settled order but the first says PROCESSING': goingBack((nth) => nth > 1),
  },
}
