import { REFERENCE_VERSION, type Report } from './report.ts'

export type RunFacts = {
  readonly tool: Report['tool']
  readonly baseUrl: string
  /** What ping said, if it was answered. */
  readonly mode: string | null
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
}

export function newReport(kind: Report['kind'], facts: RunFacts): Report {
  return {
    schema: 'partner-purchase/report@1',
    kind,
    reference: REFERENCE_VERSION,
    tool: facts.tool,
    target: { baseUrl: facts.baseUrl, mode: facts.mode },
    startedAt: new Date(facts.startedAt).toISOString(),
    durationMs: Math.round(facts.durationMs),
    outcome: 'incomplete',
    message: null,
    clauses: [],
    assumptions: [],
    remarks: [],
    baseline: [],
    purchases: null,
    scenarios: null,
    seal: null,
  }
}
