import { redact } from '../../contract/text/redact.ts'
import type { Store, StoreUnavailableError } from './store.ts'

/** An outage makes many calls fail: so long nothing more is said of it. */
const SILENT_MS = 10_000

const said = new WeakMap<Store, number>()

/** Takes a sentence that says what went wrong in a mock. No key stands in it. */
export type ReportFault = (sentence: string) => void

/** Where a mock reports its faults, unless it is made with another place. */
export const reportToConsole: ReportFault = (sentence) => console.error(sentence)

/** Reports why a store can't be used; once for the many calls that meet it. */
export function reportOutage(store: Store, { message }: StoreUnavailableError, report: ReportFault): void {
  const now = performance.now()
  if (now < (said.get(store) ?? Number.NEGATIVE_INFINITY) + SILENT_MS) return
  said.set(store, now)
  report(`partner-purchase mock: the store is unavailable: ${redact(message)}`)
}
