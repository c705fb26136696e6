import { GAPS, type GapId } from '../../contract/reference/gaps.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { newReport } from '../../contract/report/new-report.ts'
import type {
  AssumptionReport,
  CheckReport,
  ClauseReport,
  Lesson,
  Report,
} from '../../contract/report/report.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

/** An exchange like those of a run. Each takes 60 ms, and the next one follows 40 ms later. */
export function exchange(seq: number, changed: Partial<Exchange> = {}): Exchange {
  const arrivedMs = seq * 100
  return {
    seq,
    at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + arrivedMs).toISOString(),
    arrivedMs,
    partner: null,
    operation: 'createOrder',
    request: {
      method: 'POST',
      target: '/orders',
      headers: { Authorization: '[key]', 'Content-Type': 'application/json' },
      body: '{"partnerReference":"KIT:1-first","sku":"SCENARIO-PROCESSING"}',
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"data":{"order":{"order":{"status":"PROCESSING","pollAfterSeconds":1}}}}',
      answeredMs: arrivedMs + 60,
    },
    delivery: null,
    order: null,
    fault: null,
    nearMiss: null,
    ...changed,
  }
}

function check(clause: string, name: string, seq: number): CheckReport {
  return {
    id: `${clause}/${name}`,
    title: `${clause} is kept, ${name}`,
    verdict: 'kept',
    message: null,
    lesson: null,
    restsOn: ['lookup-operation'],
    evidence: [exchange(seq), exchange(seq + 1)],
  }
}

const CLAUSES = Object.values(SERVER_CLAUSES).map((clause, index): ClauseReport => {
  const checks = ['first', 'second', 'third'].map((name, nth) => check(clause.id, name, index * 6 + nth * 2))
  return { ...clause, verdict: 'kept', needs: null, excused: null, checks }
})

/** All assumptions of the profile, with changes to some of them. */
function answers(changed: Partial<Record<GapId, Partial<AssumptionReport>>> = {}): AssumptionReport[] {
  return Object.values(GAPS).flatMap(({ id, profileKey }) =>
    profileKey === null
      ? []
      : [{ gap: id, profileKey, provenance: 'assumed', verdict: 'holds', message: null, ...changed[id] }],
  )
}

/** A run in which every clause is kept, as large as a real report. */
export const KEPT: Report = {
  ...newReport('verify', {
    tool: { name: 'partner-purchase-kit', version: '0.1.0' },
    baseUrl: 'https://test.partner.example/api',
    mode: 'TEST',
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    durationMs: 4706,
  }),
  outcome: 'kept',
  clauses: CLAUSES,
  assumptions: answers(),
  purchases: { limit: 24, sent: 17 },
}

/** The same report with a changed clause. */
export function withClause(
  report: Report,
  id: string,
  change: (clause: ClauseReport) => Partial<ClauseReport>,
): Report {
  const clauses = report.clauses.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
  return { ...report, clauses }
}

/** The same report with another verdict on the second check of some clauses. */
export function withVerdicts(
  report: Report,
  verdicts: Partial<
    Record<ServerClauseId, readonly [CheckReport['verdict'], message: string, lesson?: Lesson]>
  >,
): Report {
  return Object.entries(verdicts).reduce((before, [id, [verdict, message, lesson = null]]) => {
    const second = (one: CheckReport, nth: number) => (nth === 1 ? { ...one, verdict, message, lesson } : one)
    return withClause(before, id, ({ checks }) => ({ verdict, checks: checks.map(second) }))
  }, report)
}

/** A run in which one clause is out of reach. */
export const OUT_OF_REACH: Report = withClause(KEPT, 'ip-allowlist', ({ checks: [first] }) => {
  const unseen = { verdict: 'out-of-reach', message: 'It needs a second key.', evidence: [] } as const
  return {
    verdict: unseen.verdict,
    needs: unseen.message,
    checks: first === undefined ? [] : [{ ...first, ...unseen, evidence: [] }],
  }
})

/** A run in which two known assumptions differ, and another one holds. */
export const DRIFTED: Report = {
  ...KEPT,
  outcome: 'broken',
  assumptions: answers({
    'key-transport': { provenance: 'confirmed', verdict: 'differs', message: 'It was not accepted.' },
    'lookup-operation': { provenance: 'observed', verdict: 'differs', message: 'It answered 404.' },
    'money-format': { provenance: 'confirmed' },
  }),
}

const UNSEEN = { 'order-leaves-processing': ['not-observed', 'No order was ever PROCESSING.'] } as const

/** A run that could not observe one clause. */
export const INCOMPLETE: Report = { ...withVerdicts(KEPT, UNSEEN), outcome: 'incomplete' }

/**
 * A run with everything that a report can show: broken, not observed and excused clauses, and assumptions that differ.
 */
export const BROKEN: Report = {
  ...withClause(
    withVerdicts(KEPT, {
      ...UNSEEN,
      'lookup-position': ['broken', 'Expected a summary at data.order.'],
      'ip-allowlist': ['not-observed', 'There is one address to call from.'],
    }),
    'ip-allowlist',
    () => ({ excused: 'No such key.' }),
  ),
  outcome: 'broken',
  message: 'The run was interrupted.',
  remarks: [{ id: 'odd-but-allowed', message: 'It said "soon".', scenario: 'SCENARIO-PROCESSING' }],
  assumptions: answers({ 'lookup-operation': { verdict: 'differs', message: 'It answered 404.' } }),
  baseline: (
    [
      ['ip-allowlist', 'not-observed', 'No such key.', '2026-06-30', 'applied'],
      ['ping-ok', 'broken', 'It said "up".', '2026-06-30', 'stale'],
      ['lookup-position', 'broken', 'Flat.', '2025-12-31', 'expired'],
    ] as const
  ).map(([clause, verdict, reason, expires, state]) => ({ clause, verdict, reason, expires, state })),
}
