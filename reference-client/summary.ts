import { readPointer } from '../contract/wire/json-pointer.ts'
import { isPollAfter, PROCESSING } from '../contract/wire/processing.ts'
import { SUMMARY_AT } from '../contract/wire/summary-position.ts'
import { type Success, unexpected } from './answer.ts'
import type { ClientProfile } from './client-profile.ts'

/** The purchase is not yet settled: wait, then look again (§3.1). */
export type ProcessingSummary = {
  readonly status: 'PROCESSING'
  readonly pollAfterSeconds: number
  readonly settled: false
  readonly outcome: 'processing'
}

/** The purchase is settled: it is not `PROCESSING`. A state that the profile does not name has the outcome `unknown`. */
export type SettledSummary = {
  readonly status: string
  readonly pollAfterSeconds: number | null
  readonly settled: true
  readonly outcome: 'success' | 'failure' | 'unknown'
}

/** The state of an order. */
export type OrderSummary = ProcessingSummary | SettledSummary

type States = ClientProfile['states']

/** The summary of a purchase at `data.order.order`, that of a lookup at `data.order`, and only there (§4.1). */
export function readSummary(
  answer: Success,
  operation: keyof typeof SUMMARY_AT,
  states: States,
): OrderSummary {
  const position = SUMMARY_AT[operation]
  const status = readPointer(answer.document, `${position}/status`)
  const seconds = readPointer(answer.document, `${position}/pollAfterSeconds`)
  if (typeof status !== 'string' || status === '') {
    throw unexpected(answer, `${position}/status`, 'the status of an order')
  }
  const pollAfterSeconds = isPollAfter(seconds) ? seconds : null
  if (status !== PROCESSING) {
    return { status, pollAfterSeconds, settled: true, outcome: outcomeOf(status, states) }
  }
  if (pollAfterSeconds === null) {
    throw unexpected(answer, `${position}/pollAfterSeconds`, 'the number of seconds to wait')
  }
  return { status, pollAfterSeconds, settled: false, outcome: 'processing' }
}

function outcomeOf(status: string, { success, failure }: States): SettledSummary['outcome'] {
  if (success.includes(status)) return 'success'
  return failure.includes(status) ? 'failure' : 'unknown'
}
