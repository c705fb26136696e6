import {
  REFERENCE_VERSION,
  type Remark,
  type Report,
  type VariantReport,
} from '../../contract/report/report.ts'
import type { CertificationFacts } from '../judge-trials.ts'

/** The facts of a matrix run. */
export type MatrixFacts = Pick<CertificationFacts, 'tool' | 'baseUrl' | 'mode' | 'startedAt' | 'durationMs'>

/** The report of a matrix of assumptions. It judges no clause, and its outcome is never green. */
export function matrixReport(
  variants: readonly VariantReport[],
  facts: MatrixFacts,
  remarks: readonly Remark[] = [],
): Report {
  return {
    schema: 'partner-purchase/report@1',
    kind: 'variants',
    reference: REFERENCE_VERSION,
    tool: facts.tool,
    target: { baseUrl: facts.baseUrl, mode: facts.mode },
    startedAt: new Date(facts.startedAt).toISOString(),
    durationMs: Math.round(facts.durationMs),
    outcome: 'incomplete',
    message: null,
    clauses: [],
    assumptions: [],
    remarks: [...remarks],
    baseline: [],
    purchases: null,
    drift: null,
    scenarios: null,
    seal: null,
    variants: [...variants],
  }
}
