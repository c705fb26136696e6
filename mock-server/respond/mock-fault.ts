import { legible } from '../../contract/text/harmless.ts'
import type { Refused } from '../call/outcome.ts'

/** A call that the mock itself failed to answer. The cause is written to stderr, without any key. */
export function mockFault(cause: unknown): Refused {
  const message = cause instanceof Error ? cause.message : String(cause)
  console.error(`partner-purchase mock: a fault of its own: ${legible(message)}`)
  const detail = 'The mock failed to answer. This is a fault of the mock, not of the call.'
  return { code: 'mock-fault', detail }
}
