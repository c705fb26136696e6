import type { Difference, DriftKind } from './drift.ts'
import { type Kind, saidKinds } from './kinds.ts'
import { type Shift, shiftBetween, type Tally } from './tally.ts'

type Told = { readonly kind: DriftKind; tell(what: string): readonly [before: string, after: string] }

/** What a field's coming and going is called, and how it is told. */
const PRESENCE: Record<Shift, Told> = {
  'never>always': { kind: 'field-came', tell: (what) => ['absent', what] },
  'never>sometimes': { kind: 'field-came', tell: (what) => ['absent', `${what} at times`] },
  'always>never': { kind: 'field-went', tell: (what) => [what, 'absent'] },
  'sometimes>never': { kind: 'field-went', tell: (what) => [`${what} at times`, 'absent'] },
  'always>sometimes': { kind: 'became-optional', tell: () => ['always there', 'absent at times'] },
  'sometimes>always': { kind: 'became-required', tell: () => ['absent at times', 'always there'] },
}

/** A field that came, went, or is there more or less often: how often it was, in either run. */
export type PresencePair = {
  readonly path: string
  readonly enough: number
  readonly earlier: Tally | undefined
  readonly now: Tally | undefined
  /** What it was, in either run. */
  readonly kinds: { readonly [Name in Kind]?: number }
}

/** Whether a field came, went, became optional or required. */
export function presenceDifference({ path, enough, earlier, now, kinds }: PresencePair): Difference[] {
  if (earlier === undefined || now === undefined) return []
  const shifted = shiftBetween(earlier, now, enough)
  if (shifted === undefined) return []
  const { kind, tell } = PRESENCE[shifted.shift]
  const [before, after] = tell(saidKinds(Object.keys(kinds) as Kind[]))
  return [{ kind, path, before, after, severity: shifted.beyondChance ? 'drift' : 'note' }]
}
