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
  const found = () => journal.entries().filter((exchange) => matches(exchange, filter))
  const ending = Promise.withResolvers<Awaited>()
  const settle = () => ending.resolve({ isThere: found().length >= count, exchanges: found() })
  const check = () => {
    if (found().length >= count) settle()
  }
  const stop = journal.listen((exchange) => {
    if (matches(exchange, filter)) check()
  })
  const timer = setTimeout(settle, timeoutMs)
  signal?.addEventListener('abort', settle)
  check()
  return ending.promise.finally(() => {
    stop()
    clearTimeout(timer)
    signal?.removeEventListener('abort', settle)
  })
}
