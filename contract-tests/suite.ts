import type { ServerClauseId } from '../contract/reference/server-clauses.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import { Broken, type Call, type Fault, NotObserved, OutOfReach } from './answers.ts'
import { PROVOKED_PURCHASES } from './assumptions.ts'
import { ACCESS } from './checks/access.ts'
import type { Check, Phase } from './checks/check.ts'
import { ORDERS } from './checks/orders.ts'
import { POSITIONS } from './checks/positions.ts'
import { READS } from './checks/reads.ts'
import { REFERENCES } from './checks/references.ts'
import { REPLAYS } from './checks/replays.ts'
import { SETTLEMENT } from './checks/settlement.ts'
import { TIMEOUTS } from './checks/timeouts.ts'
import { allFollowed } from './follow.ts'
import type { Service } from './service.ts'
import type { Shop } from './shop.ts'
import { STANDING, type StandingCheck } from './standing.ts'

/** Every check that acts. */
export const CHECKS: readonly Check[] = [
  ...READS,
  ...ORDERS,
  ...REFERENCES,
  ...REPLAYS,
  ...TIMEOUTS,
  ...POSITIONS,
  ...SETTLEMENT,
  ...ACCESS,
]

/**
 * How many purchases these checks send at most, and how many cards they buy, if every answer says something.
 * `shared` of them are orders that belong to a check that is left out.
 */
export function purchasesOf(checks: readonly Check[]) {
  const isWhole = checks === CHECKS
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const ofChecks = sum(checks.map(({ purchases = 0 }) => purchases))
  const shared = sharedBy(checks)
  const others = shared + (isWhole ? 1 : 0)
  const cards = sum(checks.map(({ purchases = 0, cards: bought = purchases }) => bought)) + others
  const purchases = ofChecks + others + (isWhole ? PROVOKED_PURCHASES : 0)
  return { shared, cards, purchases, withConfirmations: purchases + ofChecks }
}

/** The orders that these checks look at, and have to buy themselves: the first one, and one that takes its time. */
function sharedBy(checks: readonly Check[]): number {
  const has = (clause: ServerClauseId) => checks.some((check) => check.clause === clause)
  const isFirst = checks.some((check) => !READS.includes(check)) && !has('order-two-fields')
  const isSlow = has('order-leaves-processing') && !has('processing-has-poll-after')
  return Number(isFirst) + Number(isSlow)
}

/**
 * The clauses in the order of explanation: a broken clause may explain the failure of a later one, which then names it
 * in `needs`.
 */
const IN_ORDER = {
  'data-envelope': true,
  'ping-ok': true,
  'ping-mode-test': true,
  'product-has-sku': true,
  'price-per-sku': true,
  'balance-readable': true,
  'order-two-fields': true,
  'purchase-position': true,
  'processing-has-poll-after': true,
  'new-reference-new-purchase': true,
  'lookup-position': true,
  'order-leaves-processing': true,
  'same-body-same-purchase': true,
  'purchase-survives-timeout': true,
  'key-required': true,
  'ip-allowlist': true,
} satisfies Record<ServerClauseId, true>

/** What a check or a standing check found. */
export type Result = {
  readonly check: Check | StandingCheck
  readonly verdict: Verdict
  readonly message: string | null
  /** The calls that show it. */
  readonly calls: readonly Call[]
  readonly fault: Fault | null
}

/** Runs each check once, and confirms each failure by a second run before it counts. */
export class Suite {
  readonly service: Service
  readonly shop: Shop
  readonly #results = new Map<Check, Promise<Result>>()
  /** Confirmations run one at a time, since the balance would show what another check does meanwhile. */
  #confirming: Promise<unknown> = Promise.resolve()

  constructor(service: Service, shop: Shop) {
    this.service = service
    this.shop = shop
  }

  /** The result of a check, which runs only once however often it is asked for. */
  result(check: Check): Promise<Result> {
    const running = this.#results.get(check) ?? this.#run(check)
    this.#results.set(check, running)
    return running
  }

  /** Runs these checks, phase by phase. */
  async run(checks: readonly Check[]): Promise<void> {
    const of = (when: Phase) => checks.filter((check) => check.when === when)
    await Promise.all(of('reads').map((check) => this.result(check)))
    for (const check of of('money')) await this.result(check)
    await Promise.all(of('orders').map((check) => this.result(check)))
    await allFollowed(this.service)
    for (const check of of('end')) await this.result(check)
    await allFollowed(this.service)
  }

  /** The results of every check that has run, and of every standing check. */
  async results(): Promise<readonly Result[]> {
    await allFollowed(this.service)
    return [
      ...(await Promise.all(this.#results.values())),
      ...STANDING.map((check) => standingResult(check, this.service)),
    ]
  }

  /**
   * The result of a check that runs alone. If it fails, the clauses that it needs are checked before it blames the
   * service.
   */
  async accused(check: Check): Promise<Result> {
    return this.#explained(await this.result(check))
  }

  /** The result of a standing check over the calls so far. */
  async standing(check: StandingCheck): Promise<Result> {
    await allFollowed(this.service)
    return this.#explained(standingResult(check, this.service))
  }

  async #explained(result: Result): Promise<Result> {
    if (result.verdict !== 'broken') return result
    await this.run(needed(result.check))
    return explained(await this.results()).find(({ check }) => check === result.check) ?? result
  }

  async #run(check: Check): Promise<Result> {
    const first = await this.#attempt(check)
    if (first.verdict !== 'broken') return first
    const confirmed = this.#confirming.then(() => this.#confirm(check, first))
    this.#confirming = confirmed.catch(() => {})
    return confirmed
  }

  async #confirm(check: Check, first: Result): Promise<Result> {
    const { service } = this
    service.isConfirming = true
    const second = await this.#attempt(check)
    service.isConfirming = false
    const once = `It failed once, and not again: ${first.message}`
    if (second.verdict === 'broken') return { ...first, calls: [...first.calls, ...second.calls] }
    if (second.verdict === 'kept') return { ...first, verdict: 'not-observed', message: once }
    return { ...second, message: `${second.message} (It failed once: ${first.message})`, calls: first.calls }
  }

  async #attempt(check: Check): Promise<Result> {
    const { service, shop } = this
    const nothing = { check, message: null, calls: [], fault: null }
    service.say(check.title)
    try {
      const { purchases = 0 } = check
      if (purchases > service.purchasesLeft) throw new NotObserved(limitWords(service, purchases))
      await check.run(service, shop)
      return { ...nothing, verdict: 'kept' }
    } catch (cause) {
      return { ...nothing, ...verdictOf(cause, service) }
    }
  }
}

/** The checks of the clauses that a check needs, directly or indirectly. */
export function needed({ needs = [] }: Pick<Check, 'needs'>): readonly Check[] {
  const checks = CHECKS.filter(({ clause }) => needs.includes(clause))
  return [...new Set([...checks, ...checks.flatMap(needed)])]
}

function limitWords({ target, purchasesLeft }: Service, needed: number): string {
  return `The limit is reached: this needs ${needed} purchases, and ${purchasesLeft} of ${target.maxPurchases} are left. Raise --max-purchases.`
}

function standingResult(check: StandingCheck, service: Service): Result {
  const nothing = { check, message: null, calls: [], fault: null }
  try {
    return { ...nothing, verdict: check.judge(service) > 0 ? 'kept' : 'not-observed' }
  } catch (cause) {
    return { ...nothing, ...verdictOf(cause, service) }
  }
}

/** What an error of a check means. @throws an error that is a fault of the kit. */
function verdictOf(cause: unknown, { signal, recorder }: Service): Omit<Result, 'check'> {
  const nothing = { calls: [], fault: null }
  // A message may quote what the service answered, which may hold a key.
  const message = recorder.clean(cause instanceof Error ? cause.message : '')
  if (cause instanceof Broken) return { verdict: 'broken', message, calls: cause.calls, fault: cause.fault }
  if (cause instanceof NotObserved) return { ...nothing, verdict: 'not-observed', message }
  if (cause instanceof OutOfReach) return { ...nothing, verdict: 'out-of-reach', message }
  if (signal.aborted)
    return {
      ...nothing,
      verdict: 'not-observed',
      message: `The run ended before this was seen: ${signal.reason}`,
    }
  throw cause
}

/** Applies `needs` to the results: a failure that needs a broken clause proves nothing, and becomes not observed. */
export function explained(results: readonly Result[]): readonly Result[] {
  const broken = new Set<ServerClauseId>()
  const all: Result[] = []
  for (const clause of Object.keys(IN_ORDER) as ServerClauseId[])
    for (const result of results.filter(({ check }) => check.clause === clause)) {
      const need = result.check.needs?.find((one) => broken.has(one))
      const isExcused = result.verdict === 'broken' && need !== undefined
      const message = `This needs ${need}, which is broken. ${result.message}`
      all.push(isExcused ? { ...result, verdict: 'not-observed', message } : result)
      if (result.verdict === 'broken' && !isExcused) broken.add(clause)
    }
  return all
}
