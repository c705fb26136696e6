import type { ConformingServers } from './server.fixture.ts'
import {
  type Answered,
  type Asked,
  type Call,
  type Order,
  SmallService,
  type Source,
  type Summary,
} from './service.fixture.ts'

/** Changes each summary. */
function showing(change: (summary: Summary, order: Order, source: Source, ageMs: number) => object) {
  return class extends SmallService {
    override summary(order: Order, source: Source): Summary {
      const ageMs = this.clock.now() - order.placedAt
      const summary = super.summary(order, source)
      return { ...summary, ...change(summary, order, source, ageMs) }
    }
  }
}

/** Asks for another number of seconds. */
const pollAfter = (seconds: (source: Source) => number) =>
  showing(({ status }, _, source) => (status === 'PROCESSING' ? { pollAfterSeconds: seconds(source) } : {}))

/** Shows another state at first, without pollAfterSeconds. */
const atFirst = (status: string, forMs: number) =>
  showing((_, __, ___, ageMs) => (ageMs < forMs ? { status, pollAfterSeconds: undefined } : {}))

/** Answers a lookup that finds nothing with this answer. */
function unknownAs(answered: Answered) {
  return class extends SmallService {
    override lookup(reference: string) {
      return this.find(reference) === undefined ? answered : super.lookup(reference)
    }
  }
}

/** Finds an order only this long after it was placed, and gives another answer before. */
function foundAfter(ms: number, before: Answered) {
  return class extends SmallService {
    override lookup(reference: string) {
      const { placedAt = 0 } = this.find(reference) ?? {}
      return placedAt > this.clock.now() - ms ? before : super.lookup(reference)
    }
  }
}

/** Finds no order whose reference matches. */
function findingNone(pattern: RegExp) {
  return class extends SmallService {
    override lookup(reference: string) {
      return pattern.test(reference) ? this.refuse(404) : super.lookup(reference)
    }
  }
}

/** Changes every answer. */
function answering(change: (answered: NonNullable<Answered>) => Answered) {
  return class extends SmallService {
    override async answer(asked: Asked) {
      const answered = await super.answer(asked)
      return answered && change(answered)
    }
  }
}

const isOk = ({ status }: { readonly status: number }) => status < 300
const NOT_FOUND = { status: 404, body: { title: 'Not found' } }
const NO_ORDER = { status: 200, body: { data: { order: null } } }

/** The same document, with undocumented members in each object. */
function withStrangers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withStrangers)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).map(([name, value]) => [name, withStrangers(value)])
  return { ...Object.fromEntries(members), order_: { status: 'PROCESSING' }, unknown: [null, 1, 'x'] }
}

/** Servers whose answers differ in what is not documented. */
export const CONFORMING_ANSWERS: ConformingServers = {
  kept: {
    'the small service itself': SmallService,
    'every success is a 202': answering((one) => ({ ...one, status: isOk(one) ? 202 : one.status })),
    'every object has unknown members': answering((one) => ({ ...one, body: withStrangers(one.body) })),
    'refusals have other statuses and bodies': answering((one) =>
      isOk(one) ? one : { status: one.status === 401 ? 403 : 400, body: '<h1>No.</h1>' },
    ),
    'every answer keeps the connection alive': answering((one) => ({
      ...one,
      headers: { ...one.headers, connection: 'keep-alive', 'keep-alive': 'timeout=5' },
    })),
    'a purchase is answered 201, and its replay 200': class extends SmallService {
      override async buy(...purchase: Parameters<SmallService['buy']>): Promise<Answered> {
        return { ...(await super.buy(...purchase)), status: 201 }
      }
    },
    'a settled summary has pollAfterSeconds null': showing((one) => ({ pollAfterSeconds: null, ...one })),
    'a settled summary still has pollAfterSeconds 30': showing((one) => ({ pollAfterSeconds: 30, ...one })),
    'a settled order has a state that the profile does not list': showing(({ status }) => ({
      status: status === 'COMPLETED' ? 'ISSUED' : status,
    })),
    'a summary names its order': showing((_, order) => ({
      partnerReference: order.reference,
      sku: order.card.sku,
    })),
    'an order asks to be polled after a quarter of a second': pollAfter(() => 0.25),
    'an order asks to be polled at once': pollAfter(() => 0),
    'every order is ACCEPTED for 0.3 s': atFirst('ACCEPTED', 300),
    'every order is ACCEPTED for 1 s': atFirst('ACCEPTED', 1000),
    'an unknown order is a 204': unknownAs({ status: 204 }),
    'an unknown order is a 200 with empty data': unknownAs({ status: 200, body: { data: {} } }),
    'an unknown order is a 200 with order null': unknownAs(NO_ORDER),
    'a lookup finds an order after 0.3 s': foundAfter(300, NOT_FOUND),
    'a lookup finds an order after 1 s': foundAfter(1000, NOT_FOUND),
    'a lookup answers order null for 1 s, and then finds the order': foundAfter(1000, NO_ORDER),
    'no lookup finds a reference with characters that a URL escapes': findingNone(/[^\w:.~-]/),
    'no lookup finds a reference with accents': findingNone(/[^\0-\x7f]/),
    'a replay repeats the first answer': class extends SmallService {
      override summary(order: Order, source: Source) {
        return source === 'replay'
          ? { status: 'PROCESSING', pollAfterSeconds: 1 }
          : super.summary(order, source)
      }
    },
    'an order settles at its third poll': class extends SmallService {
      readonly #polls = new Map<string, number>()
      override isSettled({ reference }: Order) {
        return (this.#polls.get(reference) ?? 0) > 2
      }
      override lookup(reference: string) {
        this.#polls.set(reference, (this.#polls.get(reference) ?? 0) + 1)
        return super.lookup(reference)
      }
    },
    'a ping without a key is answered with status "unauthenticated"': class extends SmallService {
      override async answer(asked: Asked) {
        const answered = await super.answer(asked)
        const isRefusedPing = answered?.status === 401 && asked.target === '/ping'
        return isRefusedPing ? this.ok({ status: 'unauthenticated', mode: 'TEST' }) : answered
      }
    },
    'the catalogue is empty at first': class extends SmallService {
      #isFirst = true
      override products() {
        const products = this.#isFirst ? [] : super.products()
        this.#isFirst = false
        return products
      }
    },
  },
  'processing-has-poll-after: no order is PROCESSING': {
    'an order is settled at once': class extends SmallService {
      override isSettled() {
        return true
      }
    },
  },
  'an order asks for longer waits than a run has': {
    'an order asks to be polled after 1,000 seconds': pollAfter(() => 1000),
    'a purchase asks for 600 seconds, and its lookup for 1': pollAfter((source) =>
      source === 'lookup' ? 1 : 600,
    ),
  },
  'the path of a lookup is not documented': {
    'no lookup finds an order': findingNone(/./),
  },
  'the balance cannot be read': {
    'the balance shows no amount': class extends SmallService {
      override read(call: Call) {
        return call.operation === 'balance' ? this.ok({ balance: {} }) : super.read(call)
      }
    },
  },
}
