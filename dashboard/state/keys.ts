import { computed, effect, signal } from '@preact/signals'
import type { ClauseView } from '../../contract/report/clause-view.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { WaitingFault } from '../../contract/wire/ordered-fault.ts'
import { lastCaller } from './calls.ts'
import type { KeyOrders } from './orders.ts'
import { tab } from './view.ts'

/** A key in use, as the mock shows it: never the key itself. */
export type KeyFacts = {
  /** SHA-256 of the key, in hexadecimal. */
  readonly digest: string
  readonly partner: string
  /** The word in a key such as `pk_test_shop`; null if the mock does not show it. */
  readonly word: string | null
  /** As money, such as `150.00 USD`. */
  readonly balance: string
  readonly orders: number
  readonly isRevoked: boolean
  readonly clock: { readonly now: string; readonly frozen: boolean; readonly speed: number }
  /** When one of its orders changes next, by its clock; null if none will. */
  readonly nextChange: string | null
  readonly waiting: readonly WaitingFault[]
}

export const keys = signal<readonly KeyFacts[]>([])

/** As JSON: an equal text does not draw the page again. */
const words = computed(() => JSON.stringify(keys.value.map(({ partner, word }) => [partner, word])))
const names = computed(() => new Map<string, string | null>(JSON.parse(words.value)))

/** The partner as the journal names it, with the word of its key. */
export function nameOf(partner: string): string {
  const word = names.value.get(partner) ?? null
  return word === null ? partner : `${partner} (…_${word})`
}

/** The partner that the reader selected; empty for all. */
export const chosen = signal('')

/** Who called last. It changes only on the tab of calls: elsewhere a click could meet another key. */
const followed = signal('')
effect(() => {
  if (tab.value === 'calls' || followed.peek() === '') followed.value = lastCaller.value
})

/** The key that orders, judgement and commands are about; undefined before any call. */
export const key = computed(() =>
  keys.value.find(({ partner }) => partner === (chosen.value || followed.value)),
)

export type ClauseJudgement = ClauseView & {
  readonly breaks: readonly number[]
  /** Null unless the clause is broken. */
  readonly lesson: Omit<Lesson, 'command'> | null
}

export type Judgement = {
  readonly partner: string | null
  readonly clauses: readonly ClauseJudgement[]
  /** What the judgement could not see, as sentences. */
  readonly gaps: readonly string[]
}

/** For each partner, the number of the last call that is not judged. */
export const marks = signal<Readonly<Record<string, number>>>({})

export function setMark(partner: string, seq: number | undefined): void {
  const { [partner]: _, ...others } = marks.value
  marks.value = seq === undefined || seq < 0 ? others : { ...others, [partner]: seq }
}

export const readJudgement = signal<Judgement | null>(null)
export const readOrders = signal<KeyOrders | null>(null)

/** Of the selected key; null until it is read. */
export const judgement = computed(() => ofKey(readJudgement.value))
export const orders = computed(() => ofKey(readOrders.value))

function ofKey<Read extends { readonly partner: string | null }>(read: Read | null): Read | null {
  return read?.partner === key.value?.partner ? read : null
}

/** The clauses that each call breaks, by its number. */
export const brokenBy = computed(() => {
  const broken = (judgement.value?.clauses ?? []).flatMap((clause) =>
    clause.breaks.map((seq) => ({ seq, clause })),
  )
  const grouped = Map.groupBy(broken, ({ seq }) => seq)
  return new Map([...grouped].map(([seq, found]) => [seq, found.map(({ clause }) => clause)]))
})

/** How many `must` clauses are broken. */
export const brokenCount = computed(
  () =>
    judgement.value?.clauses.filter(({ verdict, level }) => verdict === 'broken' && level === 'must')
      .length ?? 0,
)
