import { computed, signal } from '@preact/signals'
import type { ClauseView } from '../../contract/report/clause-view.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { WaitingFault } from '../../contract/wire/ordered-fault.ts'

/** A key in use, as the mock shows it: never the key itself. */
export type KeyFacts = {
  /** SHA-256 of the key, in hexadecimal. */
  readonly digest: string
  readonly partner: string
  /** The word that its user chose for it, as in `…_shop`; null for any other key. */
  readonly word: string | null
  /** As money, such as `150.00 USD`. */
  readonly balance: string
  readonly orders: number
  readonly isRevoked: boolean
  /** Addresses and CIDR blocks that may call; null where every address may. */
  readonly allowlist: readonly string[] | null
  readonly clock: { readonly now: string; readonly frozen: boolean; readonly speed: number }
  /** When something happens next to an order of it, by its clock; null where nothing is due. */
  readonly nextChange: string | null
  readonly next: string | null
  readonly waiting: readonly WaitingFault[]
}

export const nameOf = ({ partner, word }: KeyFacts) => (word === null ? partner : `${partner} (…_${word})`)

/** The same in a row: the word alone, else the partner. */
export function shortNameOf(partner: string | null): string | null {
  const word = keys.value.find((one) => one.partner === partner)?.word ?? null
  return word === null ? partner : `…_${word}`
}

export const keys = signal<readonly KeyFacts[]>([])

/** The partner that the reader chose, or gave a command for; empty before that. It does not change by itself. */
export const chosen = signal('')

/** The key that commands are for: the chosen one, else the first. */
export const key = computed(() => keys.value.find(({ partner }) => partner === chosen.value) ?? keys.value[0])

export type ClauseJudgement = ClauseView & {
  readonly breaks: readonly number[]
  /** What it costs, its usual cause and the smallest fix; null where it is not broken. */
  readonly lesson: Omit<Lesson, 'command'> | null
}

export type Judgement = {
  readonly clauses: readonly ClauseJudgement[]
  /** What is not in what was judged, as sentences. */
  readonly gaps: readonly string[]
}

/** Of the key that commands are for; null before it is read. */
export const judgement = signal<Judgement | null>(null)

export const brokenBy = computed(() => {
  const bySeq = new Map<number, readonly string[]>()
  for (const { id, breaks } of judgement.value?.clauses ?? [])
    for (const seq of breaks) bySeq.set(seq, [...(bySeq.get(seq) ?? []), id])
  return bySeq
})
