import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile/profile.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ORDINARY_CARDS, withScenarioCards } from '../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { operationsAppOf } from '../mock-server/operations-app.ts'
import { assembleMock } from '../mock-server/sandbox/assemble-mock.ts'
import type { MockControl } from '../mock-server/sandbox/control.ts'
import { serveFetch } from '../mock-server/serve-fetch.ts'
import type { Certificate } from '../mock-server/tls/tls-server.ts'
import { MOST_EXCHANGES } from './journal.ts'
import { MOST_UNREADABLE, type Unreadable } from './trial.ts'

export type SandboxPlan = {
  /** The partner's name in the journal. */
  readonly partner: string
  /** The whole table. The catalogue shows a card for each scenario. */
  readonly scenarios: readonly Scenario[]
  /** Further cards of the catalogue. Default: the ordinary cards. */
  readonly cards?: readonly CatalogueProduct[] | undefined
  readonly profile: Profile
  /** In minor units. */
  readonly openingBalance: number
  /** Default: the platform's. */
  readonly clock?: Clock
  /** The TEST key that opens the sandbox. Default: a random one. */
  readonly key?: string | undefined
}

/** A mock for a single client, without a socket. */
export type Sandbox = Pick<MockControl, 'listen' | 'elapsedMs'> & {
  /** Only this process and the client know the key. */
  readonly key: string
  readonly openingBalance: number
  fetch(request: Request, transport?: object): Response | Promise<Response>
}

/**
 * The balance for each scenario, in minor units. It pays for a few cards, so that a purchase too many shows as money.
 */
export const OPENING_BALANCE = 15_000

/**
 * Makes a sandbox without a socket: the operations of the API, for one key. It leaves out the mock's own paths, by
 * which a client could move the clock. It refuses all other keys, since a client's process may see those of other
 * sandboxes.
 */
export function makeSandbox({ partner: id, openingBalance, ...plan }: SandboxPlan): Sandbox {
  const key = plan.key ?? `pk_test_${randomBytes(24).toString('hex')}`
  const story = 'The client that is certified.'
  const mock = assembleMock({
    profile: plan.profile,
    scenarios: plan.scenarios,
    catalogue: withScenarioCards(plan.cards ?? ORDINARY_CARDS, plan.scenarios),
    partners: [{ id, key, story, openingBalance, eligible: null, allowlist: null, requestsPerSecond: null }],
    unknownKeys: 'reject',
    ...(plan.clock !== undefined && { clock: plan.clock }),
  })
  const { fetch } = operationsAppOf(mock)
  return {
    ...{ key, openingBalance },
    listen: (listener) => mock.journal.listen(listener),
    elapsedMs: () => mock.journal.elapsedMs(),
    fetch: (request, transport = {}) => fetch(request, transport),
  }
}

export type ServedPlan = SandboxPlan & {
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The certificate for https. Default: http. */
  readonly tls?: Certificate | undefined
  /** Called for anything that arrives and is not an HTTP request. */
  readonly onUnreadable?: ((unreadable: Unreadable) => void) | undefined
  /** Called at each change of an exchange. `isFlood` is true for an exchange beyond the number that is kept. */
  readonly onExchange: (exchange: Exchange, isFlood: boolean) => void
  readonly most?: LogBounds
}

/** A sandbox on its own socket. Everything that arrives there is from its client, even without a key. */
export type ServedSandbox = Omit<Sandbox, 'fetch' | 'listen'> & {
  readonly url: string
  readonly log: ExchangeLog
  /** The first things that arrived and were not HTTP requests. */
  readonly unreadable: readonly Unreadable[]
  close(): Promise<void>
}

/** @throws {ListenError} when the chosen port can't be listened on. */
export async function openSandbox(plan: ServedPlan): Promise<ServedSandbox> {
  const { fetch, listen, ...sandbox } = makeSandbox(plan)
  const unreadable: Unreadable[] = []
  const onUnreadable = (seen: Omit<Unreadable, 'atMs'>) => {
    const one = { atMs: sandbox.elapsedMs(), ...seen }
    if (unreadable.length < MOST_UNREADABLE) unreadable.push(one)
    plan.onUnreadable?.(one)
  }
  const log = new ExchangeLog({ listen }, plan.onExchange, plan.most)
  const { url, close } = await serveFetch(fetch, { ...plan, onUnreadable })
  return { ...sandbox, url, log, unreadable, close: () => close().finally(log.release) }
}

/** How much of one client's traffic is kept. More than either limit is a flood. */
export type LogBounds = { readonly exchanges: number; readonly bytes: number }

const MOST: LogBounds = { exchanges: MOST_EXCHANGES, bytes: 8 * 1024 * 1024 }
const SETTLE_STEP_MS = 10

export class ExchangeLog {
  readonly #most: LogBounds
  readonly #bySeq = new Map<number, Exchange>()
  #bytes = 0
  #arrived = 0
  readonly release: () => void

  constructor(
    { listen }: Pick<Sandbox, 'listen'>,
    onExchange: ServedPlan['onExchange'],
    most: LogBounds = MOST,
  ) {
    this.#most = most
    this.release = listen((exchange, isComplete) => {
      this.#note(exchange, isComplete)
      onExchange(exchange, !this.#bySeq.has(exchange.seq))
    })
  }

  get exchanges(): readonly Exchange[] {
    return [...this.#bySeq.values()].sort((one, other) => one.seq - other.seq)
  }

  get unrecorded(): number {
    return this.#arrived - this.#bySeq.size
  }

  /** Resolves when no exchange is under way, or after `limitMs`. */
  async settled(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs
    const isUnderWay = () => this.exchanges.some(({ delivery }) => delivery === null)
    while (isUnderWay() && performance.now() < until) await pause(SETTLE_STEP_MS)
  }

  #note(exchange: Exchange, isComplete: boolean): void {
    // The journal numbers exchanges from 0, without gaps.
    this.#arrived = Math.max(this.#arrived, exchange.seq + 1)
    const isKept = this.#bySeq.has(exchange.seq)
    const hasRoom = this.#bySeq.size < this.#most.exchanges && this.#bytes < this.#most.bytes
    // A later state of a kept exchange replaces the earlier one.
    if (isKept || hasRoom) this.#bySeq.set(exchange.seq, exchange)
    if (isKept && isComplete) this.#bytes += JSON.stringify(exchange).length
  }
}
