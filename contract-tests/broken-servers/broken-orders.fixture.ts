import type { BrokenServers } from './server.fixture.ts'
import {
  type Answered,
  type Call,
  type Order,
  SmallService,
  type Source,
  type Summary,
} from './service.fixture.ts'

/** Refuses the bodies that it does not take. */
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

/** Answers lookups in another form, of some orders alone. */
function lookupAs(form: (summary: Summary) => object, isStruck = (_: Summary) => true) {
  return class extends SmallService {
    override lookupAnswer(summary: Summary, order: Order): Answered {
      return isStruck(summary) ? { status: 200, body: form(summary) } : super.lookupAnswer(summary, order)
    }
  }
}

/** Shows PROCESSING with something else than a number of seconds. */
function pollAfter(value: unknown, at?: Source) {
  return class extends SmallService {
    override summary(order: Order, source: Source): Summary {
      const summary = super.summary(order, source)
      const isStruck = summary.status === 'PROCESSING' && source === (at ?? source)
      return isStruck ? { status: 'PROCESSING', pollAfterSeconds: value } : summary
    }
  }
}

/** Shows PROCESSING in some lookups of what is settled. `nth` counts those of an order. */
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

/** Servers that are wrong about a body, or about the answer to it or to a lookup. */
export const BROKEN_ORDERS: BrokenServers = {
  'order-two-fields': {
    'a purchase needs a third field': taking(() => false),
    'a body begins with its reference': taking((body) => /^\W*partnerReference/.test(body)),
  },
  'data-envelope': {
    'a purchase has no envelope': purchaseAs((order) => ({ order: { order } })),
    'a lookup has no envelope': lookupAs((order) => ({ order })),
  },
  'purchase-position': {
    'a purchase is as flat as a lookup': purchaseAs((order) => ({ data: { order } })),
    'a purchase is nested once more': purchaseAs((order) => ({ data: { order: { order: { order } } } })),
    'a purchase stands elsewhere': purchaseAs((order) => ({ data: { purchase: { order } } })),
    'a purchase says state': purchaseAs(({ status }) => ({ data: { order: { order: { state: status } } } })),
    'a replay alone is flat': class extends SmallService {
      override replay(order: Order) {
        return this.ok({ order: this.summary(order, 'replay') })
      }
    },
  },
  'lookup-position': {
    'a lookup has its summary in data': lookupAs((summary) => ({ data: summary })),
    'a lookup is nested as a purchase': lookupAs((order) => ({ data: { order: { order } } })),
    'a lookup is nested once settled': lookupAs((order) => ({ data: { order: { order } } }), isSettled),
    'a lookup is a list': lookupAs((order) => ({ data: { order: [order] } })),
    'a lookup loses an order that it has shown settled': class extends SmallService {
      readonly #shown = new Set<Order>()
      override lookup(reference: string) {
        const order = this.find(reference)
        if (order !== undefined && this.#shown.has(order)) return this.refuse(404)
        if (order !== undefined && this.isSettled(order)) this.#shown.add(order)
        return super.lookup(reference)
      }
    },
    'a lookup finds the latest order': class extends SmallService {
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
    'lookups stand still, a replay goes on': class extends SmallService {
      override summary(order: Order, source: Source) {
        return source === 'lookup' ? OPEN : super.summary(order, source)
      }
    },
    'every second lookup of a settled order goes back': goingBack((nth) => nth % 2 === 0),
    'from its second settled lookup on an order goes back': goingBack((nth) => nth > 1),
  },
}
