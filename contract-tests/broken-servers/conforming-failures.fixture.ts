import { KnowsWhoLeft } from './one-at-a-time.fixture.ts'
import type { ConformingServers, Servers } from './server.fixture.ts'
import { type Answered, type Asked, type Call, type Order, SmallService } from './service.fixture.ts'

const gateway = (status: number, headers = {}): Answered => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: '<h1>Try again later.</h1>',
})

const TOO_MANY = gateway(429, { 'retry-after': '1' })

/** What a caller gets instead of an answer. */
const FAILURES: Readonly<Record<string, Answered>> = {
  'a 502': gateway(502),
  'a 503': gateway(503),
  'a 504': gateway(504),
  'a 429': TOO_MANY,
  'a closed connection': null,
}

/** The calls that may fail, and whether they are carried out nevertheless, so that only the answer is lost. */
type Place = { readonly line: RegExp; readonly isTaken?: true }

const PLACES: Readonly<Record<string, Place>> = {
  read: { line: /^GET \/(ping|products|balance)/ },
  lookup: { line: /^GET \/orders\// },
  'purchase, before it is recorded': { line: /^POST/ },
  'purchase, after it is recorded': { line: /^POST/, isTaken: true },
}
const ANYWHERE: Place = { line: /./ }

/** Which of these calls fail, by their number. */
const RHYTHMS: Readonly<Record<string, (nth: number) => boolean>> = {
  'the first': (nth) => nth === 1,
  'the third': (nth) => nth === 3,
  'every 7th': (nth) => nth % 7 === 0,
  'every 4th': (nth) => nth % 4 === 0,
  'every 5th': (nth) => nth % 5 === 0,
}

/** Fails now and then, but never twice in a row for the same call: a second attempt is answered. */
function failing(answered: Answered, { line, isTaken }: Place, isDue: (nth: number) => boolean) {
  return class extends SmallService {
    readonly #struck = new Set<string>()
    #calls = 0
    override async answer(asked: Asked) {
      const call = `${asked.method} ${asked.target} ${asked.body ?? ''}`
      if (!line.test(call) || this.#struck.delete(call)) return super.answer(asked)
      this.#calls += 1
      if (!isDue(this.#calls)) return super.answer(asked)
      this.#struck.add(call)
      if (isTaken) await super.answer(asked)
      return answered
    }
  }
}

/** Each failure at each place, in varying rhythms. */
const NOW_AND_THEN: Servers = Object.fromEntries(
  Object.entries(PLACES).flatMap(([name, place], row) =>
    Object.entries(FAILURES).flatMap(([failure, answered], column) => {
      const [rhythm, isDue] = Object.entries(RHYTHMS).at((row + column) % 5) ?? []
      return isDue ? [[`${failure} for ${rhythm} ${name}`, failing(answered, place, isDue)]] : []
    }),
  ),
)

/** Fails for each call about an order that is due, except for its first purchase. */
function failingFor(answered: Answered, isDue: (order: Order, service: KnowsWhoLeft) => boolean) {
  return class extends KnowsWhoLeft {
    override replay(order: Order, call: Call) {
      return isDue(order, this) ? answered : super.replay(order, call)
    }
    override lookup(reference: string) {
      const order = this.find(reference)
      return order && isDue(order, this) ? answered : super.lookup(reference)
    }
  }
}

/** Fails for some replays of an order, by their number. */
function failingReplays(answered: Answered, isDue: (nth: number) => boolean) {
  return class extends SmallService {
    readonly #replays = new Map<Order, number>()
    override replay(order: Order, call: Call) {
      const nth = (this.#replays.get(order) ?? 0) + 1
      this.#replays.set(order, nth)
      return isDue(nth) ? answered : super.replay(order, call)
    }
  }
}

const ageOf = ({ placedAt }: Order, { clock }: SmallService) => clock.now() - placedAt
const isSettled = (order: Order, service: SmallService) => service.isSettled(order)
const isBesideFirst = (order: Order, service: SmallService) => ageOf(order, service) < service.purchaseMs
const isAbandoned = (order: Order, service: KnowsWhoLeft) => service.isAbandoned(order)

/** Servers that fail now and then, or always for some calls. An answer that says nothing breaks nothing. */
export const CONFORMING_FAILURES: ConformingServers = {
  kept: {
    ...NOW_AND_THEN,
    'a 503 for every 9th call': failing(gateway(503), ANYWHERE, (nth) => nth % 9 === 0),
    'a 429 for every 5th call': failing(TOO_MANY, ANYWHERE, (nth) => nth % 5 === 0),
    'the first attempt of each read is a 429': class extends SmallService {
      readonly #seen = new Set<string>()
      override async answer(asked: Asked) {
        const call = `${asked.target} ${asked.headers.authorization}`
        if (asked.method !== 'GET' || this.#seen.has(call)) return super.answer(asked)
        this.#seen.add(call)
        return TOO_MANY
      }
    },
    'the first replay of each order fails (500)': failingReplays(gateway(500), (nth) => nth === 1),
    'the second replay of each order fails (500)': failingReplays(gateway(500), (nth) => nth === 2),
    'the fourth replay of each order fails (500)': failingReplays(gateway(500), (nth) => nth === 4),
    'a call during the first purchase of its order is a 503': failingFor(gateway(503), isBesideFirst),
    'a call during the first purchase of its order is a 429': failingFor(gateway(429), isBesideFirst),
  },
  'some calls never get an answer that says something': {
    'each replay is a 503': failingReplays(gateway(503), () => true),
    'each replay is a 429': failingReplays(gateway(429), () => true),
    'each call about a settled order is a 503': failingFor(gateway(503), isSettled),
    'each call about an order is a 429 after one second': failingFor(
      gateway(429),
      (...order) => ageOf(...order) > 1000,
    ),
    'each call about an abandoned order is a 503': failingFor(gateway(503), isAbandoned),
    'each call about an abandoned order is a 429': failingFor(gateway(429), isAbandoned),
  },
}
