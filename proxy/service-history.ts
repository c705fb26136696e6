import type { Profile } from '../contract/profile/profile.ts'
import { TOOL } from '../contract/report/kit.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { type Entry, type History, SERVER_RULES, UNSCRIPTED } from '../contract-tests/history/history.ts'

/** What a service knows nothing of: which client it was, what became of the answer, and why. */
const OF_THE_PROXY = { partner: null, delivery: null, order: null, fault: null }

/**
 * What a service was sent and answered, all client keys together: it has one real key, and one balance. Its entries have
 * the numbers of the exchanges that they are of. What the proxy answered itself is not in it.
 */
export function serviceHistory(exchanges: readonly Exchange[], profile: Profile, baseUrl: string): History {
  const [first] = exchanges
  const entries = exchanges
    .flatMap((exchange): Entry[] => {
      const { upstream, ...own } = exchange
      if (upstream === undefined || own.operation === null) return []
      const { sentMs, response, failure } = upstream
      const sent = { ...own, ...OF_THE_PROXY, arrivedMs: sentMs, response }
      const unanswered = response === null ? (failure ?? 'it is under way') : null
      return [{ key: 'own', abandonedMs: null, failure: unanswered, exchange: sent }]
    })
    .sort((one, other) => one.exchange.arrivedMs - other.exchange.arrivedMs)
  return {
    head: {
      ...{ baseUrl, profile },
      startedAt: first?.at ?? new Date(0).toISOString(),
      durationMs: Math.max(0, (exchanges.at(-1)?.arrivedMs ?? 0) - (first?.arrivedMs ?? 0)),
      ...{ reference: REFERENCE_VERSION, rules: SERVER_RULES, tool: TOOL },
      ...{ thorough: false, sku: null, maxPurchases: Number.MAX_SAFE_INTEGER, runId: UNSCRIPTED },
      ...{ hasBlockedKey: false, takesAnyKey: false, client: null, ending: null, seed: null },
    },
    entries,
  }
}
