import type { ScenarioReport } from '../../../contract/report/report.ts'

/** A reference that a client chose, and its letter in a picture. */
export type LetteredReference = { readonly letter: string; readonly reference: string }

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The references of a scenario in the order of their first request, if it has more than one; else none. */
export function letteredReferences({ timeline }: ScenarioReport): LetteredReference[] {
  const references = [...new Set(timeline.flatMap(({ partnerReference }) => partnerReference ?? []))]
  if (references.length < 2) return []
  return references.map((reference, index) => ({ letter: LETTERS[index] ?? `#${index + 1}`, reference }))
}
