import type { DriftReport } from '../../contract/report/report.ts'
import { inWords, isFormat, type JsonType, type Kind, type Kinds, kindsIn, typeOf } from './kinds.ts'
import { ENOUGH, ENTRY, ITEM, type ObservedAnswer } from './observed.ts'

export type Difference = {
  /** What differs: a field's path, or words such as `the status`. */
  readonly subject: string
  readonly before: string
  readonly after: string
  /** `drift`: the service changed. `note`: two runs of an unchanged service may differ so. */
  readonly severity: DriftReport['severity']
}

/** How often something was true in one run, and how often not. */
export type Tally = { readonly with: number; readonly without: number }

/** What is said of it: what was seen when it was true, when it was not, and when both runs had some of it. */
type ShareWords = { readonly what: string; readonly nothing: string; readonly always: string }

type Share = 'always' | 'sometimes' | 'never'

/**
 * How the share of something changed; nothing if it did not, or if one run had nothing to compare. "Always" against
 * "never" is drift. What is true sometimes, another run of the same service may see always or never: that is a note.
 *
 * @param enough how many observations both runs need before "always" contradicts "never".
 */
export function shareDifference(
  subject: string,
  [earlier, now]: readonly [Tally, Tally],
  enough: number,
  words: ShareWords,
): Difference[] {
  const [before, after] = [shareOf(earlier), shareOf(now)]
  if (before === undefined || after === undefined || before === after) return []
  const isEnough = [earlier, now].every((tally) => tally.with + tally.without >= enough)
  const isDrift = before !== 'sometimes' && after !== 'sometimes' && isEnough
  const [was, is] = [shareInWords(before, after, words), shareInWords(after, before, words)]
  return [difference(subject, was, is, isDrift)]
}

function shareOf(tally: Tally): Share | undefined {
  if (tally.without > 0) return tally.with > 0 ? 'sometimes' : 'never'
  return tally.with > 0 ? 'always' : undefined
}

function shareInWords(share: Share, other: Share, { what, nothing, always }: ShareWords): string {
  if (share === 'never') return nothing
  if (share === 'always') return other === 'never' ? what : always
  return `${other === 'always' ? nothing : what} at times`
}

export function difference(subject: string, before: string, after: string, isDrift = false): Difference {
  return { subject, before, after, severity: isDrift ? 'drift' : 'note' }
}

type Fields = ObservedAnswer['fields']

export function fieldDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const paths = [...new Set([...Object.keys(earlier.fields), ...Object.keys(now.fields)])].sort()
  return paths.flatMap((path) => [
    ...presenceDifference(path, earlier, now),
    ...kindDifference(path, earlier, now),
    ...mapDifference(path, earlier, now),
  ])
}

function presenceDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const [before, after] = [presenceOf(earlier, path), presenceOf(now, path)]
  if (before === undefined || after === undefined) return []
  const what = inWords(kindsIn({ ...earlier.fields[path]?.kinds, ...now.fields[path]?.kinds }))
  const words = { what, nothing: 'absent', always: 'always there' }
  return shareDifference(fieldName(path), [before, after], enoughParents([earlier, now], path), words)
}

/** Reports an object that became a map, since the names of its members are no longer recorded. */
function mapDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  if (isMap(earlier.fields, path) || !isMap(now.fields, path)) return []
  const hadMembers = Object.keys(earlier.fields).some((known) => known.startsWith(`${path}/`))
  return hadMembers ? [difference(fieldName(path), 'an object with named members', 'a map')] : []
}

/** How often a parent had the field; undefined if that is not known. */
function presenceOf({ fields, bounds }: ObservedAnswer, path: string): Tally | undefined {
  const parent = parentOf(path)
  if (parent === undefined || isOneOfMany(path) || bounds.includes('fields')) return undefined
  const field = fields[path]
  if (field !== undefined) return { with: seenOf(field.kinds), without: field.absent }
  // A map may have the member without recording its name.
  return isMap(fields, parent) ? undefined : { with: 0, without: fields[parent]?.kinds.object ?? 0 }
}

function isMap(fields: Fields, path: string): boolean {
  return fields[`${path}/${ENTRY}`] !== undefined
}

/**
 * How many parents of a field must have been seen before one run can contradict another. One is enough if every answer
 * has the parent, since each run asks for the same. The content of a list, a map or an optional object is data: it
 * needs four.
 */
function enoughParents(answers: readonly ObservedAnswer[], path: string): number {
  return answers.every(({ fields }) => isInEveryAnswer(fields, parentOf(path))) ? 1 : ENOUGH
}

/** How many values must have been seen: one if every answer has the field once, otherwise four. */
function enoughValues(answers: readonly ObservedAnswer[], path: string): number {
  const isMissing = answers.some(({ fields }) => (fields[path]?.absent ?? 0) > 0)
  return isMissing || isOneOfMany(path) ? ENOUGH : enoughParents(answers, path)
}

function isInEveryAnswer(fields: Fields, path: string | undefined): boolean {
  if (path === undefined) return true
  const { absent, kinds } = fields[path] ?? { absent: 0, kinds: {} }
  const isAlwaysThere = absent === 0 && kinds.object !== undefined && Object.keys(kinds).length === 1
  return isAlwaysThere && !isOneOfMany(path) && isInEveryAnswer(fields, parentOf(path))
}

function isOneOfMany(path: string): boolean {
  return path.endsWith(`/${ITEM}`) || path.endsWith(`/${ENTRY}`)
}

function parentOf(path: string): string | undefined {
  return path === '' ? undefined : path.slice(0, path.lastIndexOf('/'))
}

function fieldName(path: string): string {
  return path === '' ? 'the body' : path
}

/**
 * Whether the values at a place are of another type, null or not, or texts of another format. A second type is drift, however
 * rare; else only what none of the earlier values was. A null or an empty text suggests that the field can have a value as well.
 */
function kindDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const [before, after] = [earlier.fields[path]?.kinds, now.fields[path]?.kinds]
  if (before === undefined || after === undefined) return []
  const [was, is] = [kindsIn(before), kindsIn(after)]
  const [forms, newForms] = [was.map(formOf), is.map(formOf)]
  if (forms.every((form) => newForms.includes(form)) && newForms.every((form) => forms.includes(form)))
    return []
  const types = was.map(typeOf).filter((type) => type !== 'null')
  const hasSecondType =
    types.length > 0 && is.map(typeOf).some((type) => type !== 'null' && !types.includes(type))
  const enough = enoughValues([earlier, now], path)
  const isReplaced =
    was.some((kind) => kind !== 'null' && kind !== 'empty') &&
    !newForms.some((form) => forms.includes(form)) &&
    [before, after].every((kinds) => seenOf(kinds) >= enough)
  // Members of a map need not be alike.
  const isDrift = isReplaced || (hasSecondType && !path.split('/').includes(ENTRY))
  return [difference(fieldName(path), inWords(was), inWords(is), isDrift)]
}

/** What distinguishes a value: its type, and the format of a text. Any other text looks like digits or a word by accident. */
function formOf(kind: Kind): Kind | JsonType {
  return isFormat(kind) ? kind : typeOf(kind)
}

function seenOf(kinds: Kinds): number {
  return Object.values(kinds).reduce((sum, times) => sum + times, 0)
}
