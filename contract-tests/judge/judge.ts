import { blame } from '../../contract/judging/blame.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Verdict } from '../../contract/report/verdict.ts'
import type { JudgedHead } from '../history/history.ts'
import { judgeAccess } from './access-rules.ts'
import { judgeAssumptions } from './assumptions.ts'
import { CHECKS, type Check, type Row } from './checks.ts'
import { conditionOf, conditionWords } from './conditions.ts'
import type { Fact } from './facts.ts'
import { type Contradiction, type Explanation, Findings } from './findings.ts'
import type { AssumptionResult } from './limit-rules.ts'
import { judgeMoney, type MoneyWeather } from './money-rules.ts'
import { judgeOrders } from './order-rules.ts'
import { ordersIn } from './orders.ts'
import { judgeReads } from './read-rules.ts'
import { type WhyUnseen, whyUnseen } from './why-unseen.ts'

export type JudgedCheck = {
  readonly clause: ServerClauseId
  readonly check: Check
  readonly verdict: Verdict
  readonly message: string | null
  readonly evidence: readonly number[]
  readonly restsOn: readonly GapId[]
  /** The row of the table that broke it; null where it is not broken. */
  readonly row: Row | null
}

export type Judgement = {
  readonly checks: readonly JudgedCheck[]
  /** Clauses one of which is broken, while nothing tells which. */
  readonly ties: readonly (readonly ServerClauseId[])[]
  readonly assumptions: ReadonlyMap<GapId, AssumptionResult>
  readonly money: MoneyWeather
  readonly contradictions: readonly Contradiction[]
}

/**
 * Judges a run by its whole history: collects what contradicts the documented service, and blames the smallest set of
 * clauses that explains it all. The facts are in the order of sending.
 */
export function judgeFacts(facts: readonly Fact[], head: JudgedHead): Judgement {
  const { profile } = head
  const findings = new Findings()
  const orders = ordersIn(facts)
  judgeReads(facts, profile, findings)
  judgeAccess(facts, head.takesAnyKey, findings)
  const money = judgeMoney(facts, orders, profile, findings)
  const own = facts.filter(({ key }) => key === 'own')
  judgeOrders(own, orders, head, money, findings)
  const { contradictions } = findings
  const { blamed, ties } = blame(contradictions, preferenceIn(contradictions))
  const planned = (Object.keys(SERVER_CLAUSES) as ServerClauseId[]).flatMap((clause) =>
    CHECKS[clause].map((check) => ({ clause, check })),
  )
  const why = whyUnseen(facts, head)
  const checks = planned.map(({ clause, check }) => {
    const judged = judgeCheck(clause, check, { findings, blamed, ties, why, money })
    const condition = judged.verdict === 'broken' ? conditionOf(clause, contradictions, facts) : undefined
    if (condition === undefined) return judged
    return { ...judged, message: `${judged.message} ${conditionWords(condition)}` }
  })
  return {
    checks,
    ties,
    assumptions: judgeAssumptions(facts, orders, profile, head.runId),
    money,
    contradictions,
  }
}

type Judging = {
  readonly findings: Findings
  readonly blamed: ReadonlySet<ServerClauseId>
  readonly ties: readonly (readonly ServerClauseId[])[]
  readonly why: WhyUnseen
  readonly money: MoneyWeather
}

/** Clauses whose verdict needs a balance that moves by this run alone, if it moves at all. */
const NEED_MONEY: readonly ServerClauseId[] = [
  'same-body-same-purchase',
  'new-reference-new-purchase',
  'purchase-survives-timeout',
]

function judgeCheck(
  clause: ServerClauseId,
  check: Check,
  { findings, blamed, ties, why, money }: Judging,
): JudgedCheck {
  const nothing = { clause, check, message: null, evidence: [], restsOn: [], row: null }
  const isOwn = (one: Explanation) => one.clause === clause && one.check === check.name
  const own = findings.contradictions.filter(({ explanations }) => explanations.some(isOwn))
  const [first] = own
  const message = first?.explanations.find(isOwn)?.message ?? null
  if (first !== undefined) {
    const { row, evidence } = first
    const restsOn = [...new Set(own.flatMap(({ gaps }) => gaps))]
    if (blamed.has(clause)) return { ...nothing, verdict: 'broken', message, evidence, restsOn, row }
    if (ties.some((tie) => tie.includes(clause)))
      return { ...nothing, verdict: 'not-observed', message, evidence, restsOn, row }
  }
  if (money.unreliable !== null && NEED_MONEY.includes(clause))
    return { ...nothing, verdict: 'not-observed', message: money.unreliable }
  const seen = findings.seen(clause, check.name)
  const unseen = findings.unseen(clause, check.name)
  if (unseen?.isDoubt !== true) {
    if (seen !== undefined)
      return { ...nothing, verdict: 'kept', evidence: seen.evidence, restsOn: [...seen.gaps] }
    const cause = first?.explanations.find((one) => blamed.has(one.clause))?.clause
    const elsewhere = cause === undefined ? '' : ` (see ${cause})`
    if (first !== undefined)
      return {
        ...nothing,
        verdict: 'not-observed',
        message: `${message}${elsewhere}`,
        evidence: first.evidence,
      }
  }
  const { verdict, ...rest } = unseen ?? { ...why(clause, check.name), evidence: [] }
  return { ...nothing, verdict, message: rest.message, evidence: rest.evidence }
}

/** Which clause is likelier, where two explain the same: the first that decides. Each place is reasoned below. */
const LIKELIER: readonly ServerClauseId[] = [
  // A timeout is the narrower condition (§4.3): its clause is blamed where nothing else failed.
  'purchase-survives-timeout',
  // The identical body is sent in every run, in many ways (§4.2).
  'same-body-same-purchase',
  // A lookup that shows nothing is that operation's own (§4.1), unless references are merged for others, too.
  'order-leaves-processing',
  'lookup-position',
  'new-reference-new-purchase',
]

/** Prefers what a telling contradiction speaks for, then what is likelier. */
function preferenceIn(contradictions: readonly Contradiction[]) {
  const telling = (clause: ServerClauseId) =>
    contradictions.some(({ isTelling, explanations }) => isTelling && explanations[0]?.clause === clause)
      ? 0
      : 1
  const place = (clause: ServerClauseId) => {
    const at = LIKELIER.indexOf(clause)
    return at < 0 ? LIKELIER.length : at
  }
  // Where every contradiction that either explains speaks for none, nothing decides.
  const isTie = (one: ServerClauseId, other: ServerClauseId) => {
    const either = contradictions.filter(({ explanations }) =>
      explanations.some(({ clause }) => clause === one || clause === other),
    )
    return either.every(({ isTied }) => isTied)
  }
  return (one: ServerClauseId, other: ServerClauseId) =>
    telling(one) - telling(other) || (isTie(one, other) ? 0 : place(one) - place(other))
}
