import { GAPS } from '../../contract/reference/gaps.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { newReport } from '../../contract/report/new-report.ts'
import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../contract/report/report.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

/** An exchange like those of a run, one after the other, 40 ms apart. */
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
  const evidence = [exchange(seq), exchange(seq + 1)]
  const title = `${clause} is kept, ${name}`
  return {
    id: `${clause}/${name}`,
    title,
    verdict: 'kept',
    message: null,
    lesson: null,
    restsOn: ['lookup-operation'],
    evidence,
  }
}

const CLAUSES = Object.values(SERVER_CLAUSES).map((clause, index): ClauseReport => {
  const checks = ['first', 'second', 'third'].map((name, nth) => check(clause.id, name, index * 6 + nth * 2))
  return { ...clause, verdict: 'kept', needs: null, excused: null, checks }
})

const ASSUMPTIONS = Object.values(GAPS).flatMap(({ id, profileKey }): AssumptionReport[] =>
  profileKey === null
    ? []
    : [{ gap: id, profileKey, provenance: 'assumed', verdict: 'holds', message: null }],
)

/** A run in which every clause was kept: as large as reports are. */
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
  assumptions: ASSUMPTIONS,
  purchases: { limit: 24, sent: 17 },
  drift: [
    {
      severity: 'drift',
      sentence: 'GET /balance: /data/balance/amount was a decimal text, is now an integer.',
    },
  ],
}

/** A report in which the second check of a clause has another verdict. */
export function with2ndCheck(
  report: Report,
  id: ServerClauseId,
  verdict: CheckReport['verdict'],
  message: string,
): Report {
  const clauses = report.clauses.map((clause) => {
    if (clause.id !== id) return clause
    const checks = clause.checks.map((one, nth) => (nth === 1 ? { ...one, verdict, message } : one))
    return { ...clause, verdict, checks }
  })
  return { ...report, clauses }
}

/** A run for which one clause was out of reach. */
export const OUT_OF_REACH: Report = {
  ...KEPT,
  clauses: KEPT.clauses.map((clause) => {
    if (clause.id !== 'ip-allowlist') return clause
    const verdict = 'out-of-reach' as const
    const message = 'It needs a second key.'
    const checks = clause.checks.slice(0, 1).map((one) => ({ ...one, verdict, message, evidence: [] }))
    return { ...clause, verdict, needs: message, checks }
  }),
}

/** A run in which two answers differ from what was known of them, and another still holds. */
export const DRIFTED: Report = {
  ...KEPT,
  outcome: 'broken',
  assumptions: ASSUMPTIONS.map((one): AssumptionReport => {
    if (one.gap === 'key-transport')
      return { ...one, provenance: 'confirmed', verdict: 'differs', message: 'It was not accepted.' }
    if (one.gap === 'lookup-operation')
      return { ...one, provenance: 'observed', verdict: 'differs', message: 'It answered 404.' }
    return one.gap === 'money-format' ? { ...one, provenance: 'confirmed' } : one
  }),
}

/** A run that could not see a clause. */
export const INCOMPLETE: Report = {
  ...with2ndCheck(KEPT, 'order-leaves-processing', 'not-observed', 'No order was ever PROCESSING.'),
  outcome: 'incomplete',
}

const TIES: Partial<Record<string, string[]>> = {
  'lookup-position': ['same-body-same-purchase'],
  'same-body-same-purchase': ['lookup-position'],
}

/** A run that can't tell which of two clauses is broken. */
export const TIED: Report = {
  ...KEPT,
  outcome: 'broken',
  clauses: with2ndCheck(
    with2ndCheck(KEPT, 'lookup-position', 'not-observed', 'The replay says otherwise.'),
    'same-body-same-purchase',
    'not-observed',
    'The lookup says otherwise.',
  ).clauses.map((clause) => ({ ...clause, either: TIES[clause.id] })),
}

/** A run with everything that a report can say: broken, not observed and excused clauses, answers that differ. */
export const BROKEN: Report = {
  ...excused(with2ndCheck(INCOMPLETE, 'lookup-position', 'broken', 'Expected a summary at data.order.')),
  outcome: 'broken',
  message: 'The run was interrupted.',
  remarks: [{ id: 'odd-but-allowed', message: 'It said "soon".', scenario: 'SCENARIO-PROCESSING' }],
  assumptions: ASSUMPTIONS.map((one) =>
    one.gap === 'lookup-operation' ? { ...one, verdict: 'differs', message: 'It answered 404.' } : one,
  ),
  baseline: [
    {
      clause: 'ip-allowlist',
      verdict: 'not-observed',
      reason: 'No such key.',
      expires: '2026-06-30',
      state: 'applied',
    },
    { clause: 'ping-ok', verdict: 'broken', reason: 'It said "up".', expires: '2026-06-30', state: 'stale' },
    {
      clause: 'lookup-position',
      verdict: 'broken',
      reason: 'Flat.',
      expires: '2025-12-31',
      state: 'expired',
    },
  ],
}

function excused(report: Report): Report {
  const unseen = with2ndCheck(report, 'ip-allowlist', 'not-observed', 'There is one address to call from.')
  const clauses = unseen.clauses.map((clause) =>
    clause.id === 'ip-allowlist' ? { ...clause, excused: 'No such key.' } : clause,
  )
  return { ...unseen, clauses }
}
