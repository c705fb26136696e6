import { redact } from '../../contract/text/redact.ts'
import type { Store, StoreUnavailableError } from './store.ts'

/** An outage makes many calls fail: so long nothing more is said of it. */
const SILENT_MS = 10_000

const said = new WeakMap<Store, number>()

/** Says on stderr why a store can't be used, without any key; once for the many calls that meet it. */
export function reportOutage(store: Store, { message }: StoreUnavailableError): void {
  const now = performance.now()
  if (now < (said.get(store) ?? Number.NEGATIVE_INFINITY) + SILENT_MS) return
  said.set(store, now)
  console.error(`partner-purchase mock: the store is unavailable: ${redact(message)}`)
}
