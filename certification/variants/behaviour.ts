import type { Profile } from '../../contract/profile/profile.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Analysis, readRun } from '../analysis/analysis.ts'
import type { Order } from '../analysis/order.ts'
import { CLIENT_CLAUSE_IDS, judgeAnalysis } from '../rules.ts'
import { quoteName, type Trial } from '../trial.ts'

/** As the words after "it"; empty when it did the same. */
export function differenceOf(control: Behaviour, other: Behaviour): readonly string[] {
  const hasLeft = other.left !== null && control.left === null
  const hasEnded = other.ending !== control.ending
  const broken = other.brokenMusts.filter((id) => !control.brokenMusts.includes(id))
  const seen = hasLeft || hasEnded ? broken.filter((id) => !TOLD_BY_THE_END.includes(id)) : broken
  return [
    ...(other.bought === control.bought ? [] : [`${boughtWords(other)} (control: ${boughtWords(control)})`]),
    ...(hasLeft ? [other.left === 'never-polled' ? 'never polled' : 'left the order PROCESSING'] : []),
    ...(other.roundsDown && !control.roundsDown ? ['waited the whole seconds of the interval alone'] : []),
    ...(hasEnded ? [`${other.ending} after ${other.lastReceived} (control: ${control.ending})`] : []),
    ...(seen.length === 0 ? [] : [`broke ${seen.join(', ')}`]),
  ]
}

/** Clauses that the end of a trial decides: when the end differs, only the end is reported. */
export const TOLD_BY_THE_END: readonly ClientClauseId[] = [
  'follows-until-settled',
  'reads-purchase-position',
  'reads-lookup-position',
]

const TIMES = ['bought nothing', 'bought once', 'bought twice']

function boughtWords({ bought }: Behaviour): string {
  return TIMES[bought] ?? `bought ${bought} times`
}

export type Behaviour = {
  readonly ending: string
  readonly lastReceived: string
  readonly bought: number
  /** For an order that it left `PROCESSING`: whether it polled it at all; null when it followed every order to its end. */
  readonly left: 'never-polled' | 'left-open' | null
  readonly brokenMusts: readonly ClientClauseId[]
  /** Whether it waited the whole seconds of an interval that has a fraction. */
  readonly roundsDown: boolean
}

export const MUSTS = CLIENT_CLAUSE_IDS.filter((id) => CLIENT_CLAUSES[id].level === 'must')

/** What a client did in a trial, judged by the profile of that trial. */
export function behaviourOf(trial: Trial, profile: Profile): Behaviour {
  // One trial has one analysis.
  const [analysis] = readRun([trial], profile) as [Analysis]
  const { findings } = judgeAnalysis(analysis)
  const { exchanges } = trial
  return {
    ending: endingOf(trial),
    lastReceived: lastReceivedIn(analysis),
    bought: exchanges.filter(({ order }) => order?.effect === 'recorded').length,
    left: leftIn(analysis.orders),
    brokenMusts: MUSTS.filter((id) => findings[id].verdict === 'broken'),
    roundsDown: analysis.waits.some(({ isRounded }) => isRounded),
  }
}

function endingOf({ exit }: Trial): string {
  if (exit === null) return 'was not started by the kit'
  if (exit.cause === 'time-limit') return 'did not end by itself'
  if (exit.cause === 'flood') return 'sent so much that it had to be ended'
  return exit.code === null ? `ended by ${exit.signal ?? 'a signal'}` : `exited with ${exit.code}`
}

function leftIn(orders: readonly Order[]): Behaviour['left'] {
  const open = orders.filter(({ received }) => received.at(-1)?.summary.isProcessing === true)
  if (open.length === 0) return null
  return open.some(({ requests }) => requests.length === 1) ? 'never-polled' : 'left-open'
}

function lastReceivedIn({ trial, orders }: Analysis): string {
  const last = trial.exchanges.findLast(({ response }) => response !== null)
  if (last === undefined) return 'no summary'
  const received = orders.flatMap((order) => order.received).find(({ request }) => request.exchange === last)
  if (received === undefined) return `${last.response?.status} to ${wordsOf(last)}`
  const { status, isProcessing } = received.summary
  return isProcessing ? 'a summary that is PROCESSING' : `the settled summary, ${quoteName(status)}`
}

const LONGEST_TARGET = 48

function wordsOf({ request: { method, target } }: Exchange): string {
  const shown =
    target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET - 1).toWellFormed()}…` : target
  return `${method} ${shown}`
}
