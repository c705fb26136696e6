import { GAPS, isGapId } from '../../contract/reference/gaps.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { AssumptionReport, ClauseReport, Report } from '../../contract/report/report.ts'
import type { Outcome } from '../../contract/report/verdict.ts'
import { causesOf, messagePattern } from './causes.ts'

const STAY_PROCESSING =
  'Buy a card whose order stays `PROCESSING` for a while: name it with `--sku`, or ask the operator for one.'
const READ_THE_BALANCE =
  'Purchases are counted on the balance. Say where it is (`balance` and `money` in the profile), and let nothing else buy with this key during the run.'
const FIND_THE_ORDER = 'Say in the profile how an order is looked up: `lookup`.'

const TO_OBSERVE: Partial<Record<ServerClauseId, string>> = {
  'processing-has-poll-after': STAY_PROCESSING,
  'order-leaves-processing': STAY_PROCESSING,
  'same-body-same-purchase': READ_THE_BALANCE,
  'new-reference-new-purchase': READ_THE_BALANCE,
  'purchase-survives-timeout': `${FIND_THE_ORDER} ${READ_THE_BALANCE}`,
  'lookup-position': FIND_THE_ORDER,
  'ip-allowlist':
    'Ask the operator for a TEST key whose allowlist does not contain this address, and put it in `SERVICE_PARTNER_BLOCKED_API_KEY`.',
}

export const AFTER_THE_RUN: Partial<Record<Outcome, string>> = {
  refused: 'Correct what was refused, and run again.',
  unreachable: 'Check the address, and that the target is running; then run again.',
  'harness-fault':
    'The kit failed. This says nothing about the target. Run again; if it fails again, report it with report.json.',
}

/** What to do about a clause that is not kept. Names of options and of the profile are between backticks. */
export function whatToDo(clause: ClauseReport, report: Report): string {
  if (clause.verdict === 'broken') return toFix(clause, report)
  if (clause.verdict === 'out-of-reach')
    return 'It is not counted. Provide what it needs, and the next run checks it.'
  const isFollowing = report.clauses.some(({ verdict }) => verdict === 'broken')
  const first = isFollowing ? 'This may be a consequence of what is broken. Fix that first. ' : ''
  // Client clauses have no advice of this kind.
  const own = TO_OBSERVE[clause.id as ServerClauseId]
  return `${first}${own ?? 'Remove this cause, and run again.'}`
}

/**
 * What to correct in the profile before trusting a broken clause; null if none of the assumptions behind it differs.
 */
export function profileFirst(clause: ClauseReport, { assumptions }: Report): string | null {
  const keys = answersBehind(clause)
  const differing = assumptions.filter(
    ({ verdict, profileKey }) => verdict === 'differs' && keys.has(profileKey),
  )
  if (differing.length === 0) return null
  return `Correct ${codes(differing.map(({ profileKey }) => profileKey))} in the profile first: it differs from what was seen, and this verdict depends on it. Then run again.`
}

function toFix(clause: ClauseReport, report: Report): string {
  const first = profileFirst(clause, report)
  if (first !== null) return first
  const keys = answersBehind(clause)
  const fix = `Compare the evidence with the reference's words, and fix the ${clause.binds === 'server' ? 'service' : 'client'}.`
  if (keys.size === 0) return fix
  return `${fix} The verdict depends on ${codes([...keys])} of the profile, which the reference does not show: if the service answers it differently, correct it and run again.`
}

function answersBehind({ checks }: ClauseReport): ReadonlySet<string> {
  const gaps = checks.filter(({ verdict }) => verdict === 'broken').flatMap(({ restsOn }) => restsOn)
  return new Set(gaps.flatMap((gap) => (isGapId(gap) ? (GAPS[gap].profileKey ?? []) : [])))
}

function codes(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `\`${name}\``).join(', ')
}

/** Clauses that were not observed for the same causes. They share one text. */
export type UnseenGroup = readonly [ClauseReport, ...ClauseReport[]]

/** True if a run observed no clause at all. It then has a single cause. */
function isBlind({ clauses }: Report): boolean {
  return clauses.length > 1 && clauses.every(({ verdict }) => verdict !== 'kept' && verdict !== 'broken')
}

function hasOneCause(report: Report): boolean {
  return isBlind(report) || report.startFailure !== undefined
}

/** Groups clauses that were not observed or are out of reach by their causes. */
export function unseenGroups(clauses: readonly ClauseReport[], report: Report): readonly UnseenGroup[] {
  const groups = Map.groupBy(clauses, (clause) =>
    hasOneCause(report) ? clause.verdict : signatureOf(clause, report),
  )
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, ...rest] as const],
  )
}

function signatureOf(clause: ClauseReport, report: Report): string {
  const causes = causesOf(clause).map(({ message }) => messagePattern(message))
  return JSON.stringify([clause.verdict, clause.needs, causes.toSorted(), whatToDo(clause, report)])
}

export function unseenMessages(group: UnseenGroup, { startFailure }: Report): readonly string[] {
  // The report shows the start failure once, further up.
  if (startFailure !== undefined) return []
  const messages = group.flatMap((clause) => causesOf(clause).map(({ message }) => message))
  return [...new Map(messages.map((message) => [messagePattern(message), message])).values()]
}

export function unseenAdvice([first]: UnseenGroup, report: Report): string {
  if (report.startFailure !== undefined) return 'Fix what kept the client from its purchase, and run again.'
  return (isBlind(report) ? AFTER_THE_RUN[report.outcome] : undefined) ?? whatToDo(first, report)
}

/** This many answers with the same message are listed together. */
const LEAST_ALIKE = 3

/** Groups assumptions that were not observed for the same reason by that reason, and returns the others separately. */
export function unseenAnswers(assumptions: readonly AssumptionReport[]): {
  readonly alike: ReadonlyMap<string, readonly AssumptionReport[]>
  readonly others: readonly AssumptionReport[]
} {
  const unseen = assumptions.filter(({ verdict, message }) => verdict === 'not-observed' && message !== null)
  const groups = [...Map.groupBy(unseen, ({ message }) => message ?? '')]
  const alike = new Map(groups.filter(([, answers]) => answers.length >= LEAST_ALIKE))
  const listed = new Set([...alike.values()].flat())
  return { alike, others: assumptions.filter((one) => !listed.has(one)) }
}
