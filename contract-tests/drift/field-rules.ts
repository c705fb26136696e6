import type { Difference, DriftKind, Severity } from './drift.ts'
import { type JsonType, KINDS, type Kind, RIGID_KINDS, saidKinds } from './kinds.ts'
import { type Mixture, mixtureShift, timesOf } from './mixture.ts'
import { isBelowMap } from './places.ts'
import { type Shift, shiftBetween } from './tally.ts'

type Kinds = { readonly [Name in Kind]?: number }

/** What stood at one place, in either run. */
export type FieldPair = {
  readonly path: string
  /** See `shiftBetween`. */
  readonly enough: number
  readonly earlier: Kinds
  readonly now: Kinds
}

type FieldRule = (pair: FieldPair) => Difference[]

/** Another JSON type. A field has one; a second one is drift, however rare. */
const typeRule: FieldRule = ({ path, enough, earlier, now }) => {
  const [before, after] = [typesOf(earlier), typesOf(now)]
  if (before.length === 0 || after.length === 0) return []
  const came = after.filter((type) => !before.includes(type))
  const went = before.filter((type) => !after.includes(type))
  if (came.length === 0 && went.length === 0) return []
  const isAnother = came.length === after.length
  const isEnough = Math.min(timesOf(earlier), timesOf(now)) >= enough
  // Members of a map need not be alike: there, only what contradicts itself counts.
  const counts = isBelowMap(path) ? isAnother && isEnough : came.length > 0
  return [{ ...told('type-changed', path, earlier, now), severity: counts ? 'drift' : 'note' }]
}

const NULLNESS: Record<Shift, { readonly kind: DriftKind; readonly counts: boolean }> = {
  'always>never': { kind: 'became-null', counts: true },
  'sometimes>never': { kind: 'became-null', counts: false },
  'always>sometimes': { kind: 'became-nullable', counts: true },
  // A field that is filled for the first time was announced by its null.
  'never>always': { kind: 'no-longer-null', counts: false },
  'never>sometimes': { kind: 'no-longer-null', counts: false },
  'sometimes>always': { kind: 'no-longer-null', counts: false },
}

/** Null where there was a value, or the other way round. */
const nullRule: FieldRule = ({ path, enough, earlier, now }) => {
  const filled = (kinds: Kinds) => ({
    with: timesOf(kinds) - (kinds.null ?? 0),
    without: kinds.null ?? 0,
  })
  const shifted = shiftBetween(filled(earlier), filled(now), enough)
  if (shifted === undefined) return []
  const { kind, counts } = NULLNESS[shifted.shift]
  return [{ ...told(kind, path, earlier, now), severity: counts && shifted.beyondChance ? 'drift' : 'note' }]
}

/** Another format of text. Texts without one look like a word in capitals or like digits by accident. */
const formatRule: FieldRule = ({ path, enough, earlier, now }) => {
  const [before, after] = [ofType(earlier, 'string'), ofType(now, 'string')]
  const shift = mixtureShift(before, after, { keys: RIGID_KINDS, enough })
  const wasEmpty = timesOf(before) === (before.empty ?? 0)
  const severity = wasEmpty && shift === 'drift' ? 'note' : (shift ?? looseShift(before, after))
  if (severity === undefined) return []
  return [{ ...told('format-changed', path, before, after), severity }]
}

function looseShift(before: Kinds, after: Kinds): Severity | undefined {
  const filled = (kinds: Kinds) => Object.keys(kinds).filter((kind) => kind !== 'empty')
  const [earlier, now] = [filled(before), filled(after)]
  const isAnother = now.length > 0 && earlier.length > 0 && !now.some((kind) => earlier.includes(kind))
  return isAnother ? 'note' : undefined
}

/** Fractions where there were none, or the other way round: any number may be whole by accident. */
const numberRule: FieldRule = ({ path, earlier, now }) => {
  const [before, after] = [ofType(earlier, 'number'), ofType(now, 'number')]
  const severity = mixtureShift(before, after, { keys: ['fraction'], enough: Number.POSITIVE_INFINITY })
  return severity === undefined ? [] : [{ ...told('format-changed', path, before, after), severity }]
}

/** What is held against each other where a field was in both runs. */
export const KIND_RULES: readonly FieldRule[] = [typeRule, nullRule, formatRule, numberRule]

function told(kind: DriftKind, path: string, earlier: Kinds, now: Kinds): Omit<Difference, 'severity'> {
  return { kind, path, before: said(earlier), after: said(now) }
}

function said(kinds: Kinds): string {
  return saidKinds(Object.keys(kinds) as Kind[])
}

function typesOf(kinds: Kinds): JsonType[] {
  const types = (Object.keys(kinds) as Kind[]).map((kind) => KINDS[kind].type)
  return [...new Set<JsonType>(types)].filter((type) => type !== 'null')
}

function ofType(kinds: Kinds, type: JsonType): Kinds & Mixture {
  const entries = (Object.entries(kinds) as [Kind, number][]).filter(([kind]) => KINDS[kind].type === type)
  return Object.fromEntries(entries)
}
