import { newReport, type RunFacts } from '../../contract/report/new-report.ts'
import type { Remark, Report, VariantReport } from '../../contract/report/report.ts'

/** The report of a matrix of assumptions. It judges no clause, and its outcome is never green. */
export function matrixReport(
  variants: readonly VariantReport[],
  facts: RunFacts,
  remarks: readonly Remark[] = [],
): Report {
  return {
    ...newReport('variants', facts),
    remarks: [...remarks],
    variants: [...variants],
  }
}
