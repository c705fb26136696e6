import type { Profile } from '../../contract/profile/profile.ts'
import type { Report } from '../../contract/report/report.ts'
import { legibleJson } from '../../contract/text/harmless.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

/** The key of a request: the run's own, one whose allowlist leaves the run out, one of nobody's, no key at all, or none. */
export type KeyUsed = 'own' | 'blocked' | 'nobody' | 'invalid' | 'none'

export type Entry = {
  readonly key: KeyUsed
  /** When its client went away, having sent all of it; null where it waited for the answer. */
  readonly abandonedMs: number | null
  /** Why no answer arrived, in a few words; null where one did, or where the client went away. */
  readonly failure: string | null
  readonly exchange: Exchange
}

/** What a run was, besides its requests. */
export type HistoryHead = Pick<Report, 'tool' | 'startedAt' | 'durationMs'> & {
  readonly baseUrl: string
  readonly profile: Profile
  /** The card that was asked for; null where the run chose. */
  readonly sku: string | null
  readonly maxPurchases: number
  /** Makes the references and the unassigned key of the run unique. */
  readonly runId: string
  /** Whether it had a key whose allowlist leaves it out. */
  readonly hasBlockedKey: boolean
  /** Whether the target is a mock that takes every TEST key for that of a partner. */
  readonly takesAnyKey: boolean
  /** How the reference client fared, as a sentence, where it failed; null where it did not, or did not begin. */
  readonly client: { readonly step: string; readonly message: string } | null
  /** Why the run ended early; null where it did not. */
  readonly ending: { readonly outcome: Report['outcome'] | null; readonly message: string } | null
}

/**
 * All that happened in a run: what every verdict is judged from. The entries stand in the order of sending.
 */
export type History = {
  readonly head: HistoryHead
  readonly entries: readonly Entry[]
}

export type JudgedHead = Pick<
  HistoryHead,
  'profile' | 'runId' | 'hasBlockedKey' | 'takesAnyKey' | 'maxPurchases' | 'sku' | 'ending'
>

/** The text of `exchanges.jsonl`: a JSON object for each exchange of a run, in the order of sending. */
export function exchangeLines(entries: readonly Entry[]): string {
  return entries.map((entry) => `${legibleJson(JSON.stringify(entry))}\n`).join('')
}
