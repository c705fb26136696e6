import {
  inWords,
  isFormat,
  type JsonType,
  type Kind,
  type Kinds,
  kindsIn,
  typeOf,
  valuesSeen,
} from '../kinds.ts'
import { ENTRY } from '../observed-schema.ts'
import { type Difference, fieldName } from './drift.ts'
import { shiftBetween } from './share.ts'

/** The values at one place, in both runs. */
type ValuePair = {
  readonly path: string
  /** How many values both runs need before one can contradict the other. */
  readonly enough: number
  readonly earlier: Kinds
  readonly now: Kinds
}

type ValueRule = (pair: ValuePair) => Difference[]

/** Another JSON type. A field has one type; a second one is drift, however rare. */
const typeRule: ValueRule = ({ path, enough, earlier, now }) => {
  const [before, after] = [typesOf(earlier), typesOf(now)]
  if (before.length === 0 || after.length === 0) return []
  const came = after.filter((type) => !before.includes(type))
  if (came.length === 0 && before.every((type) => after.includes(type))) return []
  // Members of a map may differ: there, only another type contradicts.
  const isReplaced = came.length === after.length && isEnough(earlier, now, enough)
  return [difference(path, earlier, now, isBelowMap(path) ? isReplaced : came.length > 0)]
}

/** Null instead of a value, or the other way round. */
const nullRule: ValueRule = ({ path, enough, earlier, now }) => {
  const filled = (kinds: Kinds) => ({
    with: valuesSeen(kinds) - (kinds.null ?? 0),
    without: kinds.null ?? 0,
  })
  const shifted = shiftBetween(filled(earlier), filled(now), enough)
  if (shifted === undefined) return []
  // A null suggests that the field can have a value as well.
  const isDrift = shifted.shift === 'always>never' && shifted.severity === 'drift'
  return [difference(path, earlier, now, isDrift)]
}

/** Another format of text. A text without a format looks like digits or a word in capitals by accident. */
const formatRule: ValueRule = ({ path, enough, earlier, now }) => {
  const [before, after] = [ofType(earlier, 'string'), ofType(now, 'string')]
  const [was, is] = [kindsIn(before), kindsIn(after)]
  if (was.length === 0 || is.length === 0) return []
  const [hadFormat, hasFormat] = [was.every(isFormat), is.every(isFormat)]
  const [filledBefore, filledNow] = [was.filter(isFilled), is.filter(isFilled)]
  const isDrift =
    (hadFormat || hasFormat) &&
    isAnother(was, is) &&
    filledBefore.length > 0 &&
    isEnough(before, after, enough)
  const isNote =
    hadFormat !== hasFormat ||
    inWords(was.filter(isFormat)) !== inWords(is.filter(isFormat)) ||
    (isAnother(filledBefore, filledNow) && filledBefore.length > 0 && filledNow.length > 0)
  return isDrift || isNote ? [difference(path, before, after, isDrift)] : []
}

/** Fractions that are new or missing: any number may be an integer by accident. */
const numberRule: ValueRule = ({ path, earlier, now }) => {
  const [before, after] = [ofType(earlier, 'number'), ofType(now, 'number')]
  const [was, is] = [kindsIn(before), kindsIn(after)]
  const isSame = was.length === 0 || is.length === 0 || inWords(was) === inWords(is)
  return isSame ? [] : [difference(path, before, after, false)]
}

/** The comparisons of a field that both runs have. */
export const VALUE_RULES: readonly ValueRule[] = [typeRule, nullRule, formatRule, numberRule]

/** Whether a place is inside a map, whose members may differ. */
function isBelowMap(path: string): boolean {
  return path.split('/').includes(ENTRY)
}

function isEnough(before: Kinds, after: Kinds, enough: number): boolean {
  return valuesSeen(before) >= enough && valuesSeen(after) >= enough
}

function difference(path: string, earlier: Kinds, now: Kinds, isDrift: boolean): Difference {
  const [before, after] = [inWords(kindsIn(earlier)), inWords(kindsIn(now))]
  return { subject: fieldName(path), before, after, severity: isDrift ? 'drift' : 'note' }
}

function typesOf(kinds: Kinds): JsonType[] {
  const types = kindsIn(kinds).map(typeOf)
  return [...new Set(types)].filter((type) => type !== 'null')
}

function ofType(kinds: Kinds, type: JsonType): Kinds {
  const ofThatType = kindsIn(kinds).filter((kind) => typeOf(kind) === type)
  return Object.fromEntries(ofThatType.map((kind) => [kind, kinds[kind]]))
}

function isFilled(kind: Kind): boolean {
  return kind !== 'empty'
}

function isAnother(before: readonly Kind[], after: readonly Kind[]): boolean {
  return !after.some((kind) => before.includes(kind))
}
