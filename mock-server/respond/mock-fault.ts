import { legible } from '../../contract/text/harmless.ts'
import type { Refused } from '../call/outcome.ts'
import type { ReportFault } from '../store/outage.ts'

/** A call that the mock failed to answer. The cause is reported, without any key. */
export function mockFault(cause: unknown, report: ReportFault): Refused {
  const message = cause instanceof Error ? cause.message : String(cause)
  report(`partner-purchase mock: a fault of its own: ${legible(message)}`)
  const detail = 'The mock failed to answer. This is a fault of the mock, not of the call.'
  return { code: 'mock-fault', detail }
}
