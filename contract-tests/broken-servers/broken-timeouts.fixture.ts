import { KnowsWhoLeft, OneAtATime } from './one-at-a-time.fixture.ts'
import type { BrokenServers, Servers } from './server.fixture.ts'
import type { Answered, Call, Card, Order } from './service.fixture.ts'

const STEP_MS = 5

/** Debits first, and records the order only when it answers: never, if the client has disconnected by then. */
class RecordsWhenItAnswers extends OneAtATime {
  override async take(reference: string, card: Card, call: Call): Promise<Answered> {
    const order = { reference, card, placedAt: this.clock.now() }
    this.debit(order)
    await this.work(call)
    if (call.hasLeft()) return null
    this.record(order)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }

  work(_call: Call): Promise<void> {
    return this.wait(this.purchaseMs)
  }
}

/** When the client disconnects, rolls the order back, but not its debit. */
class RollsBack extends RecordsWhenItAnswers {
  override async work(call: Call): Promise<void> {
    const endsAt = this.clock.now() + this.purchaseMs
    do await this.wait(Math.min(STEP_MS, endsAt - this.clock.now()))
    while (this.clock.now() < endsAt && !call.hasLeft())
  }
}

/** A disconnected client holds no lock, so the identical body starts beside the first, and both are charged. */
class RacesWithTheFirst extends OneAtATime {
  override waitsFor(first: Call): boolean {
    return !first.hasLeft()
  }
  override async take(reference: string, card: Card, call: Call): Promise<Answered> {
    await this.wait(this.purchaseMs)
    const order = this.place(reference, card, call)
    return this.purchaseAnswer(this.summary(order, 'purchase'), order)
  }
}

/** A lookup finds each order at once, but an identical body finds only an order that was answered. */
class RemembersAnswered extends OneAtATime {
  readonly #answered = new Set<string>()
  override known(reference: string): Order | undefined {
    return this.#answered.has(reference) ? super.known(reference) : undefined
  }
  override async take(reference: string, card: Card, call: Call): Promise<Answered> {
    const answered = await super.take(reference, card, call)
    if (!call.hasLeft()) this.#answered.add(reference)
    return answered
  }
}

function atLatencies(name: string, Server: typeof OneAtATime, latenciesMs: readonly number[]): Servers {
  const at = (purchaseMs: number) =>
    class extends Server {
      override readonly purchaseMs = purchaseMs
    }
  return Object.fromEntries(latenciesMs.map((ms) => [`${name}, at ${ms} ms`, at(ms)]))
}

const LATENCIES_MS = [0, 30, 150, 1000, 2000]

class Refuses extends KnowsWhoLeft {
  override replay(order: Order, call: Call) {
    return this.isAbandoned(order) ? this.refuse(409) : super.replay(order, call)
  }
}

/** Servers that do wrong because a client disconnected before its answer. */
export const BROKEN_TIMEOUTS: BrokenServers = {
  'purchase-survives-timeout': {
    ...atLatencies('an order is recorded only when it is answered', RecordsWhenItAnswers, LATENCIES_MS),
    ...atLatencies('an abandoned order is rolled back, but not its debit', RollsBack, LATENCIES_MS),
    ...atLatencies(
      'the identical body of an abandoned order races with the first',
      RacesWithTheFirst,
      LATENCIES_MS.slice(1),
    ),
    ...atLatencies(
      'the identical body finds only orders that were answered',
      RemembersAnswered,
      LATENCIES_MS,
    ),
    'the identical body of an abandoned order is a conflict (409)': Refuses,
    'an abandoned order is not found, and its identical body is a conflict (409)': class extends Refuses {
      override lookup(reference: string) {
        const order = this.find(reference)
        return order && this.isAbandoned(order) ? this.refuse(404) : super.lookup(reference)
      }
    },
    'an abandoned order is no longer found after it was shown settled': class extends KnowsWhoLeft {
      readonly #shown = new Set<Order>()
      override lookup(reference: string) {
        const order = this.find(reference)
        if (order !== undefined && this.#shown.has(order)) return this.refuse(404)
        if (order !== undefined && this.isAbandoned(order) && this.isSettled(order)) this.#shown.add(order)
        return super.lookup(reference)
      }
    },
  },
}
