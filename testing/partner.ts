import { type Clock, systemClock } from '../contract/clock.ts'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import type { ScenarioInput } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { OrderedFault, OrderedFor } from '../contract/wire/ordered-fault.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { ORDINARY_PARTNER, type Partner } from '../fixtures/partners.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { createMock } from '../mock-server/app.ts'
import { createFetch, type InProcessFetch } from '../mock-server/fetch.ts'
import type { JournalFilter } from '../mock-server/journal/filter.ts'
import { Journal } from '../mock-server/journal/journal.ts'
import { openState } from '../mock-server/sandbox/assemble-mock.ts'
import type { KeyClock } from '../mock-server/sandbox/control.ts'
import type { MockState } from '../mock-server/sandbox/mock.ts'
import { memoryStore } from '../mock-server/store/memory-store.ts'
import type { SandboxTime } from '../mock-server/store/sandbox-clock.ts'
import type { Account } from '../mock-server/store/store.ts'
import { type Client, createClient } from '../reference-client/client.ts'
import type { Clock as ClientClock } from '../reference-client/clock.ts'
import type { ClientOptions } from '../reference-client/options.ts'

/** Options of the test's partner and of its mock. Everything has a default. */
export type PartnerOptions = {
  /** Answers to the gaps that differ from the defaults; mock and client both use them. */
  readonly profile?: PartialProfile
  /**
   * Cards of your own, in place of the ordinary ones. A card for each scenario is served, too. A card here with the SKU of a scenario
   * is sold in place of the scenario's, at its own price.
   */
  readonly catalogue?: readonly CatalogueProduct[] | undefined
  /** Scripted behaviours beside the built-in ones, each with a card. One with the SKU of a built-in one replaces it. */
  readonly scenarios?: readonly ScenarioInput[] | undefined
  /** What differs from the ordinary partner: `openingBalance` in minor units, `eligible`, `allowlist`. */
  readonly partner?: Partial<Pick<Partner, 'openingBalance' | 'eligible' | 'allowlist'>> | undefined
  /** Options of the client, other than its key, its clock and its `fetch`. */
  readonly client?: Pick<ClientOptions, 'timeoutMs' | 'recovery'>
}

/** A partner with its own key, and everything that a test needs of it. */
export type TestPartner = {
  readonly key: string
  /** The base URL of the mock: nothing listens there, but `fetch` answers. */
  readonly baseUrl: string
  /** For a client of your own: the platform's signature, the mock's answers. */
  readonly fetch: InProcessFetch
  /** The reference client, wired to the mock, and sleeping by `clock`. */
  readonly client: Client
  readonly clock: PartnerClock
  /**
   * Every call so far, oldest first: without its key, and timed by `clock`.
   *
   * @throws {RangeError} for an operation, an effect or a delivery that no call can have.
   */
  journal(filter?: JournalFilter): readonly Exchange[]
  /**
   * Lets the next purchase fail, once, whatever card it buys: its answer is delayed, refused, cut or lost. Where it is lost, the `fetch`
   * rejects; where it is cut, the reading of its body does.
   *
   * @param request another purchase or lookup in place of the next purchase. `{ on: 'lookup', at: 2 }` is the second lookup from now on.
   * @throws {RangeError} for an unknown fault or request.
   *
   * @example
   * await partner.next('lost-after')
   * await partner.next('unavailable', { on: 'lookup', at: 2 })
   */
  next(fault: OrderedFault, request?: OrderedFor): Promise<void>
  /** In minor units, at the time of `clock`. Reading it makes no call. */
  balance(): Promise<number>
  /** Ends every call that is under way, and refuses any other. */
  close(): Promise<void>
}

/** A test reads whole numbers as times, as long as it moves its clock by whole milliseconds. */
const WHOLE_MILLISECONDS: Clock = { ...systemClock, now: () => Math.floor(systemClock.now()) }

const BASE_URL = 'https://partner-purchase.test'

/**
 * Opens a mock that no one else uses, in this process, with one partner.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} for a card or a scenario that does not fit.
 *
 * @example
 * const { client, balance } = openPartner()
 * await client.purchase({ partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' })
 * await balance() // 497_500
 */
export function openPartner(options: PartnerOptions = {}): TestPartner {
  const key = `pk_test_${crypto.randomUUID()}`
  const partner: Partner = { ...ORDINARY_PARTNER, ...options.partner, id: 'partner', key }
  const profile = resolveProfile(options.profile ?? {})
  const account = { sandbox: key, openingBalance: partner.openingBalance }
  const { state, timeOf } = stateOf(account)
  const { catalogue, scenarios } = options
  const mock = createMock({ profile, partners: [partner], state, catalogue, scenarios })
  const clock = partnerClock(mock.clockOf(key), timeOf)
  const closing = new AbortController()
  const timers = watchTimers(timeOf)
  const answer = inTurns(createFetch({ baseUrl: BASE_URL, app: mock.app }), closing.signal)
  const fetch: InProcessFetch = async (input, init) => {
    timers.beforeCall()
    const answered = await answer(input, init)
    timers.afterAnswer(mock.journal().at(-1)?.response?.body.includes(`"${PROCESSING}"`) === true)
    return answered
  }
  return {
    key,
    baseUrl: BASE_URL,
    fetch,
    client: createClient({ ...options.client, baseUrl: BASE_URL, apiKey: key, profile, fetch, clock }),
    clock,
    journal: mock.journal,
    next: (fault, request) => mock.next(key, fault, request),
    balance: async () => (await state.store.balance(account)).available,
    async close() {
      closing.abort(
        new Error('The test is over and its partner closed: await everything that the test starts.'),
      )
      await mock.reset(key)
    },
  }
}

/** State in memory for one key, with a clock that the test moves, and a journal timed by it. */
function stateOf(account: Account): { state: MockState; timeOf: () => SandboxTime } {
  const store = memoryStore({ clock: WHOLE_MILLISECONDS })
  void store.changeTime(account, { freeze: true })
  const timeOf = () => store.timeOf(account.sandbox)
  const state = openState({ clock: WHOLE_MILLISECONDS, store })
  const journal = new Journal({ ...WHOLE_MILLISECONDS, now: () => timeOf().now })
  return { state: { ...state, journal }, timeOf }
}

/** The platform's `setImmediate`, also when a test installs fake timers. */
const { setImmediate } = globalThis

/**
 * A `fetch` that lets timers fire before each call, as a network does: without it, a client that polls without a
 * pause would block the timeout of its test. The signal ends it.
 */
function inTurns(fetch: InProcessFetch, ending: AbortSignal): InProcessFetch {
  return async (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    if (own) explainAbort(own)
    await new Promise<void>((resolve) => setImmediate(resolve))
    return fetch(input, { ...init, signal: AbortSignal.any(own ? [own, ending] : [ending]) })
  }
}

const REMEDY =
  'Timers of this test are fake, and the mock does not follow them: advance partner.clock instead, as in "await partner.clock.advance(2)", and let your client sleep by partner.clock, or leave setTimeout out of the fake timers.'

/** The time of the fake timers of Vitest and Jest, in milliseconds; null while `setTimeout` is the platform's. */
function fakeNow(): number | null {
  const { clock } = globalThis.setTimeout as unknown as { readonly clock?: { readonly now: number } }
  return clock?.now ?? null
}

/** Says in the reason of a signal that fake timers ended the call. */
function explainAbort(signal: AbortSignal): void {
  const explain = () => {
    const { reason } = signal
    if (fakeNow() !== null && reason instanceof Error && !reason.message.endsWith(REMEDY))
      // The message of a DOMException can't be changed.
      Reflect.set(reason, 'message', `${reason.message} ${REMEDY}`)
  }
  signal.addEventListener('abort', explain, { once: true })
}

/**
 * Refuses a poll that can't see anything new: time has passed for the fake timers since an order was PROCESSING, and
 * none for the mock.
 *
 * @returns what to call with each answer, before the next call.
 */
function watchTimers(timeOf: () => SandboxTime) {
  let processing: { readonly fake: number; readonly mock: number } | null = null
  return {
    /** @throws {Error} which names `partner.clock`. */
    beforeCall(): void {
      const fake = fakeNow()
      if (processing === null || fake === null) return
      if (fake > processing.fake && timeOf().now === processing.mock) throw new Error(REMEDY)
    },
    afterAnswer(isProcessing: boolean): void {
      const fake = fakeNow()
      processing = isProcessing && fake !== null ? { fake, mock: timeOf().now } : null
    },
  }
}

/**
 * The time of one key. It changes only when it is moved. A client that uses it as its clock sleeps by
 * it: a sleep advances it at once, so that no real second passes.
 */
export type PartnerClock = KeyClock & ClientClock & { readonly time: SandboxTime }

/**
 * The clock of a key, as a client can sleep by it.
 *
 * @param timeOf the time of the key.
 */
function partnerClock(clock: KeyClock, timeOf: () => SandboxTime): PartnerClock {
  return {
    ...clock,
    get time() {
      return timeOf()
    },
    now: () => timeOf().now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      await clock.advance(milliseconds / 1000)
    },
  }
}
