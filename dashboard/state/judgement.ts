import { computed, signal } from '@preact/signals'
import type { ClauseView } from '../../contract/report/certification-view.ts'
import type { Lesson } from '../../contract/report/report.ts'

/** A clause that binds clients, as far as one key has kept it. */
export type ClauseJudgement = ClauseView & {
  /** The exchanges that broke it, by their numbers. */
  readonly breaks: readonly number[]
  /** What it costs, its usual cause and the smallest fix; null where it is not broken. */
  readonly lesson: Omit<Lesson, 'command'> | null
}

/** What the rules of a certification say of one key. */
export type Judgement = {
  readonly clauses: readonly ClauseJudgement[]
  /** What is not in what was judged, as sentences. */
  readonly gaps: readonly string[]
}

/** Of the key that commands are for; null before it is read. */
export const judgement = signal<Judgement | null>(null)

/** The clauses that an exchange broke, by its number. */
export const brokenBy = computed(() => {
  const bySeq = new Map<number, readonly string[]>()
  for (const { id, breaks } of judgement.value?.clauses ?? [])
    for (const seq of breaks) bySeq.set(seq, [...(bySeq.get(seq) ?? []), id])
  return bySeq
})
