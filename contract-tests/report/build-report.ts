import { provenanceOf } from '../../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { newReport } from '../../contract/report/new-report.ts'
import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { clauseVerdict, outcomeOf } from '../../contract/report/verdict.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Entry, History, HistoryHead } from '../history/history.ts'
import { ANSWERED_GAPS, NOT_PROVOKED } from '../judge/assumptions.ts'
import { factsOf } from '../judge/facts.ts'
import { type Judged, judgeAgain } from '../judge/judge-again.ts'
import { BLOCKED_KEY } from '../judge/why-unseen.ts'
import { adviceOn, runAgain } from '../words/advice.ts'
import { remarksOn } from './remarks.ts'

/**
 * The report of a run: every check of the plan, judged from the history alone. The same history has the same report.
 */
export function reportOf({ head, entries }: History): Report {
  const judged = judgeAgain(factsOf(entries, head.profile), entries, head)
  const { facts } = judged
  const clauses = clauseReports(judged, head, entries)
  const assumptions = assumptionReports(judged, head)
  const mode = facts.find(({ ping }) => ping !== null)?.ping?.mode.found
  const run = {
    ...head,
    startedAt: Date.parse(head.startedAt),
    mode: typeof mode === 'string' ? mode.slice(0, 32) : null,
  }
  const sent = facts.filter(({ operation }) => operation === 'createOrder').length
  return {
    ...newReport('verify', run),
    outcome: head.ending?.outcome ?? outcomeOf(clauses, assumptions),
    message: head.ending?.message ?? null,
    clauses,
    assumptions,
    remarks: remarksOn(judged, head),
    purchases: { limit: head.maxPurchases, sent },
  }
}

function clauseReports({ judgement }: Judged, head: HistoryHead, entries: readonly Entry[]): ClauseReport[] {
  const command = runAgain(head)
  const shown = new Set(judgement.checks.flatMap(({ evidence }) => evidence))
  const bySeq = new Map<number, Exchange>()
  for (const { exchange } of entries)
    if (shown.has(exchange.seq)) bySeq.set(exchange.seq, asEvidence(exchange))
  return Object.values(SERVER_CLAUSES).map((clause) => {
    const judged = judgement.checks.filter((check) => check.clause === clause.id)
    const checks = judged.map(
      ({ check, message, row, restsOn, evidence, ...rest }): CheckReport => ({
        id: `${clause.id}/${check.name}`,
        title: check.title,
        verdict: rest.verdict,
        message,
        lesson: rest.verdict === 'broken' && row !== null ? { ...adviceOn(row, rest.clause), command } : null,
        restsOn: [...restsOn],
        evidence: evidence.flatMap((seq) => bySeq.get(seq) ?? []),
      }),
    )
    const verdict = clauseVerdict(checks.map((check) => check.verdict))
    const needs = verdict === 'out-of-reach' ? (checks[0]?.message ?? null) : null
    const either = judgement.ties.find((tie) => tie.includes(clause.id))?.filter((id) => id !== clause.id)
    return { ...clause, verdict, needs, excused: null, ...(either && { either }), checks }
  })
}

function assumptionReports(
  { judgement }: Judged,
  { profile, ending, hasBlockedKey }: HistoryHead,
): AssumptionReport[] {
  return ANSWERED_GAPS.map(({ gap, profileKey }) => {
    const { verdict, message } = judgement.assumptions.get(gap) ?? {
      verdict: 'not-observed',
      message: NOT_PROVOKED,
    }
    const needsKey = gap === 'ip-not-allowed-status' && !hasBlockedKey
    const isCut = ending !== null && verdict === 'not-observed'
    return {
      gap,
      profileKey,
      provenance: provenanceOf(profile, profileKey),
      verdict,
      message: needsKey ? BLOCKED_KEY : isCut ? 'The run ended before this was seen.' : message,
    }
  })
}

/** Longer bodies are shortened where an exchange is shown. */
const SHOWN_CHARACTERS = 20_000

function asEvidence({ request, response, ...rest }: Exchange): Exchange {
  const shortened = (text: string) =>
    text.length <= SHOWN_CHARACTERS
      ? text
      : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length - SHOWN_CHARACTERS} characters more)`
  return {
    ...rest,
    request: { ...request, body: request.body === null ? null : shortened(request.body) },
    response: response && { ...response, body: shortened(response.body) },
  }
}
