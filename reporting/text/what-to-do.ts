import { GAPS, isGapId } from '../../contract/reference/gaps.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { ClauseReport, Report } from '../../contract/report/report.ts'
import type { Outcome } from '../../contract/report/verdict.ts'

const STAY_PROCESSING =
  'Buy a card whose order stays `PROCESSING` for a while: name one with `--sku`, or ask the operator for one.'
const READ_THE_BALANCE =
  'Purchases are counted on the balance: say where it stands (`balance` and `money` in the profile), and let nothing else buy with this key meanwhile.'
const FIND_THE_ORDER = 'Say in the profile how an order is looked up: `lookup`.'

/** How to have a clause observed, where the clause itself says it. */
const TO_OBSERVE: Partial<Record<ServerClauseId, string>> = {
  'processing-has-poll-after': STAY_PROCESSING,
  'order-leaves-processing': STAY_PROCESSING,
  'same-body-same-purchase': READ_THE_BALANCE,
  'new-reference-new-purchase': READ_THE_BALANCE,
  'purchase-survives-timeout': `${FIND_THE_ORDER} ${READ_THE_BALANCE}`,
  'lookup-position': FIND_THE_ORDER,
  'ip-allowlist':
    'Ask the operator for a TEST key whose allowlist leaves this address out, and put it in `SERVICE_PARTNER_BLOCKED_API_KEY`.',
}

/** What to do where the run itself came to no verdict. */
export const AFTER_THE_RUN: Partial<Record<Outcome, string>> = {
  refused: 'Put right what was refused, and run again.',
  unreachable: 'Check the address, and that the target is running; then run again.',
  'harness-fault':
    'The kit failed, which says nothing about the target. Run again; if it happens again, report it with report.json.',
}

/** What to do about a clause that is not kept. Names of the profile and of options stand between backticks. */
export function whatToDo(clause: ClauseReport, report: Report): string {
  if (clause.verdict === 'broken') return mending(clause, report)
  if (clause.verdict === 'out-of-reach')
    return 'It is not counted. Give what it needs, and the next run judges it, too.'
  const isFollowing = report.clauses.some(({ verdict }) => verdict === 'broken')
  const first = isFollowing ? 'This may follow from what is broken: mend that first. ' : ''
  // The ids of a report may be those of another version: an unknown one has no advice of its own.
  const own = Object.hasOwn(TO_OBSERVE, clause.id) ? TO_OBSERVE[clause.id as ServerClauseId] : undefined
  return `${first}${own ?? 'Remove the cause that is given, and run again.'}`
}

/** What to correct in the profile before a broken clause is believed; null where its answers were not seen to differ. */
export function profileFirst(clause: ClauseReport, { assumptions }: Report): string | null {
  const keys = answersBehind(clause)
  const differing = assumptions.filter(
    ({ verdict, profileKey }) => verdict === 'differs' && keys.has(profileKey),
  )
  if (differing.length === 0) return null
  return `Correct ${codes(differing.map(({ profileKey }) => profileKey))} in the profile first: it differs from what was seen, and this verdict rests on it. Then run again.`
}

function mending(clause: ClauseReport, report: Report): string {
  const first = profileFirst(clause, report)
  if (first !== null) return first
  const owner = clause.binds === 'server' ? 'the service' : 'the client'
  const keys = answersBehind(clause)
  const mend = `Compare the evidence with the reference's words, and mend ${owner}.`
  if (keys.size === 0) return mend
  return `${mend} The verdict rests on ${codes([...keys])} of the profile, which the reference does not show: if that is answered otherwise here, correct it and run again.`
}

/** The keys of the profile that the broken checks of a clause rest on. */
function answersBehind({ checks }: ClauseReport): ReadonlySet<string> {
  const gaps = checks.filter(({ verdict }) => verdict === 'broken').flatMap(({ restsOn }) => restsOn)
  return new Set(gaps.flatMap((gap) => (isGapId(gap) ? (GAPS[gap].profileKey ?? []) : [])))
}

function codes(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `\`${name}\``).join(', ')
}
