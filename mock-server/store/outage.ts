import { redact } from '../../contract/text/redact.ts'
import type { Store, StoreUnavailableError } from './store.ts'

/** An outage makes many calls fail: after a report, it is not reported again for so long. */
const SILENT_MS = 10_000

const said = new WeakMap<object, number>()

/** Receives a sentence about what went wrong in a mock. It contains no key. */
export type ReportFault = (sentence: string) => void

/** Where a mock reports its faults, unless it is made with another place. */
export const reportToConsole: ReportFault = (sentence) => console.error(sentence)

/** Reports why a store can't be used; once for many calls. */
export function reportOutage(store: Store, { message }: StoreUnavailableError, report: ReportFault): void {
  const now = performance.now()
  // A store that is timed has the same archive.
  const known = store.archive ?? store
  if (now < (said.get(known) ?? Number.NEGATIVE_INFINITY) + SILENT_MS) return
  said.set(known, now)
  report(`partner-purchase mock: the store is unavailable: ${redact(message)}`)
}
