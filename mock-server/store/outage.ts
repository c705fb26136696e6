import { redact } from '../../contract/text/redact.ts'
import type { Store, StoreUnavailableError } from './store.ts'

/** An outage makes many calls fail: it is reported again only after so long. */
const SILENT_MS = 10_000

const said = new WeakMap<Store, number>()

/** Receives a sentence about what went wrong in a mock. It contains no key. */
export type ReportFault = (sentence: string) => void

export const reportToConsole: ReportFault = (sentence) => console.error(sentence)

export function reportOutage(store: Store, { message }: StoreUnavailableError, report: ReportFault): void {
  const now = performance.now()
  if (now < (said.get(store) ?? Number.NEGATIVE_INFINITY) + SILENT_MS) return
  said.set(store, now)
  report(`partner-purchase mock: the store is unavailable: ${redact(message)}`)
}
