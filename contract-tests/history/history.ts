import { sealed } from '../../contract/judging/sealed-lines.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Report } from '../../contract/report/report.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

/** The schema of the histories that this kit writes. */
const HISTORY_SCHEMA = 'partner-purchase/history@1'

/** The version of the rules that judge a history. */
export const SERVER_RULES = '1'

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
export type HistoryHead = Pick<Report, 'reference' | 'tool' | 'startedAt' | 'durationMs'> & {
  readonly rules: string
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
export type History<Entries extends Iterable<Entry> = readonly Entry[]> = {
  readonly head: HistoryHead
  readonly entries: Entries
}

export type JudgedHead = Pick<
  HistoryHead,
  'profile' | 'runId' | 'hasBlockedKey' | 'takesAnyKey' | 'maxPurchases' | 'sku' | 'ending'
>

/** A history as text, line by line: one for the run, one for each exchange, and the seal over all of them. */
export function historyLines({ head, entries }: History<Iterable<Entry>>): Iterable<string> {
  function* lines() {
    yield { type: 'run', schema: HISTORY_SCHEMA, ...head }
    for (const entry of entries) yield { type: 'exchange', ...entry }
  }
  return sealed(lines())
}
