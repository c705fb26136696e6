import { describe, expect, test } from 'vitest'
import { newReport } from './new-report.ts'
import { reportSchema } from './report.ts'

const CHECK = {
  id: 'ping',
  title: 'ping answers ok',
  verdict: 'kept',
  message: null,
  lesson: null,
  restsOn: [],
  evidence: [],
} as const
const CLAUSE = {
  id: 'ping-ok',
  binds: 'server',
  level: 'must',
  section: '2, 4',
  text: '`GET /ping` answers status `ok`',
  verdict: 'kept',
  needs: null,
  excused: null,
  checks: [CHECK],
} as const
const ASSUMPTION = {
  gap: 'key-transport',
  profileKey: 'auth',
  provenance: 'assumed',
  verdict: 'holds',
  message: null,
} as const
const REPORT = {
  ...newReport('verify', {
    tool: { name: 'partner-purchase-kit', version: '0.1.0' },
    baseUrl: 'http://127.0.0.1:4010',
    mode: 'TEST',
    startedAt: 0,
    durationMs: 1234,
  }),
  outcome: 'kept',
  clauses: [CLAUSE],
  assumptions: [ASSUMPTION],
  purchases: { limit: 20, sent: 17 },
}

describe('a report', () => {
  test.each([
    ['of a run that came to a verdict', REPORT],
    [
      'of a run that did not',
      {
        ...REPORT,
        outcome: 'unreachable',
        message: 'Nothing answers.',
        target: { ...REPORT.target, mode: null },
      },
    ],
  ])('%s survives its file', (_, report) => {
    expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  })

  test.each([
    ['an unknown member', { ...REPORT, key: 'pk_test_1' }],
    [
      'an unknown member deep in it',
      { ...REPORT, clauses: [{ ...CLAUSE, checks: [{ ...CHECK, note: '' }] }] },
    ],
    ['another schema', { ...REPORT, schema: 'partner-purchase/report@2' }],
    ['an unknown outcome', { ...REPORT, outcome: 'green' }],
    ['an unknown verdict', { ...REPORT, clauses: [{ ...CLAUSE, verdict: 'skipped' }] }],
    [
      'evidence that is not an exchange',
      { ...REPORT, clauses: [{ ...CLAUSE, checks: [{ ...CHECK, evidence: [1] }] }] },
    ],
  ])('with %s is refused', (_, report) => {
    expect(reportSchema.safeParse(report).success).toBe(false)
  })
})
