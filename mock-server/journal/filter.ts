import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Journal } from './journal.ts'

/** Which exchanges of a journal are meant: those that agree with everything that is given. */
export type JournalFilter = {
  readonly partner?: string | undefined
  readonly operation?: string | undefined
  readonly partnerReference?: string | undefined
  readonly sku?: string | undefined
  readonly effect?: string | undefined
  readonly delivery?: string | undefined
  readonly status?: number | undefined
  /** Only what came after this one. */
  readonly afterSeq?: number | undefined
}

const FACTS: { readonly [Name in keyof JournalFilter]-?: (exchange: Exchange) => unknown } = {
  partner: ({ partner }) => partner,
  operation: ({ operation }) => operation,
  partnerReference: ({ order }) => order?.partnerReference,
  sku: ({ order }) => order?.sku,
  effect: ({ order }) => order?.effect,
  delivery: ({ delivery }) => delivery?.outcome,
  status: ({ response }) => response?.status,
  afterSeq: ({ seq }) => seq,
}

/** Whether an exchange is one of those that a filter means. */
export function matches(exchange: Exchange, { afterSeq, ...facts }: JournalFilter): boolean {
  if (afterSeq !== undefined && exchange.seq <= afterSeq) return false
  const asked = Object.entries(facts) as [keyof typeof facts, unknown][]
  return asked.every(([name, value]) => value === undefined || FACTS[name](exchange) === value)
}

/** What a wait for exchanges came to: those that are there, and whether they are as many as were waited for. */
export type Awaited = { readonly isThere: boolean; readonly exchanges: readonly Exchange[] }

/**
 * Waits until a journal holds so many exchanges that a filter means, or until the time is up.
 *
 * @param timeoutMs milliseconds, of the machine: a sandbox's clock does not move it.
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
