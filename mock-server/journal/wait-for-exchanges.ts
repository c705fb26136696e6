import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JournalFilter, matches } from './filter.ts'
import type { Journal } from './journal.ts'

/** The result of a wait: the exchanges that are there, and whether they are enough. */
export type Awaited = { readonly isThere: boolean; readonly exchanges: readonly Exchange[] }

/**
 * Waits until enough exchanges of a journal match a filter, or until the time is up.
 *
 * @param timeoutMs milliseconds of real time: a sandbox's clock does not affect it.
 */
export function waitForExchanges(
  journal: Journal,
  filter: JournalFilter,
  { count, timeoutMs, signal }: { count: number; timeoutMs: number; signal?: AbortSignal },
): Promise<Awaited> {
  const ending = Promise.withResolvers<Awaited>()
  const look = (isOver: boolean) => {
    const exchanges = journal.entries(filter.partner).filter((exchange) => matches(exchange, filter))
    const isThere = exchanges.length >= count
    if (isThere || isOver) ending.resolve({ isThere, exchanges })
  }
  const end = () => look(true)
  const stop = journal.listen((exchange) => {
    if (matches(exchange, filter)) look(false)
  })
  const timer = setTimeout(end, timeoutMs)
  signal?.addEventListener('abort', end)
  look(signal?.aborted === true)
  return ending.promise.finally(() => {
    stop()
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  })
}
