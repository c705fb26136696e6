import type { Trial } from '../trial.ts'
import type { Position } from './order-answer.ts'
import type { ClientStep } from './step.ts'

/** How a client reacted to the summaries at one position, counted over several trials. */
type Counts = {
  waited: number
  early: number
  gaveUp: number
  confirmed: number
  wentOn: number
  stopped: number
  /** Of those that stopped: after a success, with an exit code that is consistent with it. */
  succeeded: number
  /** Of those that kept asking: it ended by itself after all, with an exit code that is consistent with the success. */
  wentOnWell: number
  /** After a success, its process failed: after it stopped, or after it kept asking. */
  failed: number
}

/**
 * What a whole run shows about where a client reads: one trial cannot distinguish a client that misses the summary from
 * one that ignores what it says (decision 011).
 */
export type MisreadPositions = {
  readonly [At in Position]: {
    /** Whether the run shows that it does not act on the summary at this position. */
    readonly isMisread: boolean
    /** Of the trials without unknown fields: its other reactions to summaries there. */
    readonly plain: Readonly<Counts>
  }
}

/** The steps of one trial, with what else is needed to know a misread position. */
export type Walked = {
  readonly trial: Trial
  readonly steps: readonly ClientStep[]
  readonly hasFailed: boolean
  readonly hasSucceeded: boolean
}

/** The positions that a client misreads, from all its trials. */
export function misreadPositionsOf(walked: readonly Walked[]): MisreadPositions {
  const plain = walked.filter(({ trial }) => !trial.scenario.extraFields)
  const purchase = count(plain, 'purchase')
  const lookup = count(plain, 'lookup')
  const isPurchaseMisread = missesPurchase(purchase, lookup)
  const isLookupMisread = missesLookup(count(walked, 'lookup'), purchase, isPurchaseMisread)
  return {
    purchase: { isMisread: isPurchaseMisread, plain: purchase },
    lookup: { isMisread: isLookupMisread, plain: lookup },
  }
}

/**
 * It never just stops after a settled purchase: it still asks for the order, although it stops after a settled
 * lookup, or was never seen to keep a pace; or it fails there, and not after a settled lookup. To ask once more may be
 * to confirm it: only a pace that it keeps for lookups, and not for purchases, shows then that it does not read them.
 */
function missesPurchase(own: Counts, lookup: Counts): boolean {
  if (own.succeeded > 0) return false
  const readsLookups = lookup.stopped + lookup.failed > 0
  const asksInVain = own.wentOn > 0 && (readsLookups || (lookup.wentOn === 0 && own.waited === 0))
  const asksOnce = own.confirmed > 0 && own.early > 0 && lookup.early === 0
  return asksInVain || asksOnce || (own.failed > 0 && lookup.failed === 0)
}

/**
 * It never reacts to a lookup correctly. It does not ask again after one that says `PROCESSING`, or not at the pace that
 * it keeps after a purchase, and fails after one that says success; or it never stops after a settled one, and ends up
 * failing, or keeps the pace that purchases ask for and not that of lookups, or stops after a settled purchase: an
 * exception that is swallowed has it poll on.
 */
function missesLookup(own: Counts, purchase: Counts, isPurchaseMisread: boolean): boolean {
  if (own.succeeded > 0) return false
  const neverGoesOn = own.gaveUp > 0 && own.waited === 0 && (own.early === 0 || purchase.waited > 0)
  if (neverGoesOn) return own.failed > 0
  if (own.wentOn === 0 || own.stopped > 0) return false
  const isDeaf = purchase.stopped > 0 && own.wentOnWell + own.confirmed === 0
  return own.failed > 0 || isDeaf || (own.early > 0 && (isPurchaseMisread || purchase.early === 0))
}

const FIELDS = {
  waited: 'waited',
  early: 'early',
  'gave-up': 'gaveUp',
  confirmed: 'confirmed',
  'went-on': 'wentOn',
} as const

function count(walked: readonly Walked[], position: Position): Counts {
  const counts = {
    waited: 0,
    early: 0,
    gaveUp: 0,
    confirmed: 0,
    wentOn: 0,
    stopped: 0,
    succeeded: 0,
    wentOnWell: 0,
    failed: 0,
  }
  for (const one of walked) {
    for (const step of tellingSteps(one.steps, position)) add(counts, step, one)
  }
  return counts
}

/** The steps at a position; of the settled ones the first of each order: what comes after it comes too late. */
function tellingSteps(steps: readonly ClientStep[], position: Position): readonly ClientStep[] {
  const settled = new Set<ClientStep['order']>()
  return steps.filter(({ position: at, order, summary }) => {
    if (at !== position || (settled.has(order) && !summary.isProcessing)) return false
    if (!summary.isProcessing) settled.add(order)
    return true
  })
}

function add(counts: Counts, step: ClientStep, { hasFailed, hasSucceeded, trial }: Walked): void {
  const hasEnded = trial.exit?.cause === 'exited'
  // One that had to be ended in between was still asking.
  const reaction =
    step.reaction === 'confirmed' && trial.exit !== null && !hasEnded ? 'went-on' : step.reaction
  const isDone = ['stopped', 'confirmed', 'went-on'].includes(reaction)
  if (isDone && hasFailed && hasEnded) counts.failed += 1
  else if (reaction === 'stopped') counts.stopped += 1
  if (reaction === 'stopped' && hasSucceeded) counts.succeeded += 1
  if (reaction === 'went-on' && hasSucceeded) counts.wentOnWell += 1
  if (reaction !== 'unjudged' && reaction !== 'stopped') counts[FIELDS[reaction]] += 1
}
