import { type Profile, type Provenance, provenanceOf } from '../contract/profile/profile.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import { slipsBetween } from '../contract/text/nearest.ts'
import type { NearMiss } from '../contract/wire/exchange.ts'
import type { Operation, OperationId } from '../contract/wire/operations.ts'
import { type PathTemplate, parameterOf, parsePathTemplate } from '../contract/wire/path-template.ts'
import type { Refused } from './refusals.ts'

export type KnownOperations = {
  readonly profile: Profile
  readonly operations: { readonly [Id in OperationId]: Operation }
}

/** Refuses a request for an unknown operation, and suggests the operation that it resembles. */
export function unknownOperation(asked: Asked, known: KnownOperations): Refused {
  const operations = Object.values(known.operations).map(({ method, path }) => `${method} ${path}`)
  const nearMiss = nearestOperation(asked, known)
  if (nearMiss === undefined) {
    const detail = `This ${asked.method} is no operation of the reference. Its operations are: ${operations.join(', ')}.`
    return { code: 'unknown-operation', detail }
  }
  const { method, path } = known.operations[nearMiss.operation]
  const question = `Did you mean ${method} ${path}?`
  const detail = `${question} ${nearMiss.differs.join(' ')} The operations of the reference are: ${operations.join(', ')}.`
  return { code: 'unknown-operation', detail, nearMiss }
}

function nearestOperation(asked: Asked, { profile, operations }: KnownOperations): NearMiss | undefined {
  const found = resemblingOperation(asked, operations)
  if (found === undefined || found.differs.length === 0) return undefined
  const { id, method, path } = found.operation
  if (id !== 'lookupOrder') {
    const { differs, gap } = found
    return { operation: id, differs: [...differs], clause: 'documented-operations-only', gap }
  }
  const says = profileSays(profile, 'lookup-operation', `that it is ${method} ${path}`)
  return { operation: id, differs: [...found.differs, says], clause: null, gap: 'lookup-operation' }
}

const SOURCES: Readonly<Record<Provenance, string>> = {
  assumed: 'is an assumption of this profile',
  observed: 'was observed on the service',
  confirmed: 'was confirmed by the operator',
}

/** Says that the reference does not show something, what the profile answers, and where that answer comes from. */
export function profileSays(profile: Profile, gap: GapId, answer: string): string {
  const { profileKey, text } = GAPS[gap]
  const provenance = profileKey === null ? 'assumed' : provenanceOf(profile, profileKey)
  return `The reference does not show ${text}: ${answer} ${SOURCES[provenance]}.`
}

/** One difference: its weight, its sentence, and the gap of the profile behind it. */
type PathDifference = { readonly cost: number; readonly text: string; readonly gap: GapId | null }

function difference(cost: number, text: string): PathDifference {
  return { cost, text, gap: null }
}

/** The segments of a path after the correction of common errors, and these errors. */
type ReadPath = {
  readonly segments: readonly string[]
  readonly endsWithSlash: boolean
  readonly differs: readonly PathDifference[]
}

const LONGEST_PATH = 400
const PREFIX = /^(?:api|v\d{1,3}(?:\.\d{1,3}){0,2})$/i

/** Splits a path and corrects common errors; `undefined` if it is too long to be compared. */
function readPath(path: string): ReadPath | undefined {
  if (path.length > LONGEST_PATH) return undefined
  const parts = path.split('/').slice(1)
  const inner = parts.slice(0, -1).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const named = last === '' ? inner : [...inner, last]
  const segments = withoutPrefix(named)
  if (segments.length === 0) return undefined
  const differs: PathDifference[] = []
  if (inner.length < parts.length - 1) differs.push(difference(1, 'The path has two slashes in a row.'))
  if (segments.length < named.length) differs.push(prefixed(named.slice(0, -segments.length)))
  return { segments, endsWithSlash: last === '', differs }
}

function withoutPrefix(segments: readonly string[]): readonly string[] {
  const first = segments.findIndex((segment, index) => index === 2 || !PREFIX.test(segment))
  return first < 0 ? [] : segments.slice(first)
}

/** The reference shows no version in a path; one in the base address is no part of the mock's paths. */
function prefixed(prefix: readonly string[]): PathDifference {
  const text = `The path begins with "/${prefix.join('/')}"; the paths of the operations begin at the base address.`
  return { cost: 1, text, gap: prefix.some((part) => /^v\d/i.test(part)) ? 'versioning' : null }
}

/** The operation that is closest to a request, and what differs; nothing if it is the requested one. */
type Resemblance = {
  readonly operation: Operation
  readonly differs: readonly string[]
  readonly gap: GapId | null
}

/** Another method weighs as much as two typing errors: the path decides first. */
const OTHER_METHOD = 2
const FARTHEST = 5

export function resemblingOperation(
  asked: Asked,
  operations: { readonly [Id in OperationId]: Operation },
): Resemblance | undefined {
  const path = readPath(asked.path)
  if (path === undefined) return undefined
  let closest: Resemblance | undefined
  let least = FARTHEST
  for (const operation of Object.values(operations)) {
    const differs = differences(asked, path, operation)
    const cost = differs?.reduce((sum, each) => sum + each.cost, 0) ?? FARTHEST
    if (differs === undefined || cost >= least) continue
    least = cost
    const gap = differs.find((each) => each.gap !== null)?.gap ?? null
    closest = { operation, differs: differs.map(({ text }) => text), gap }
  }
  return closest
}

function differences(asked: Asked, path: ReadPath, operation: Operation): PathDifference[] | undefined {
  const template = parsePathTemplate(operation.path)
  const inPath = pathDifferences(path, template)
  if (inPath === undefined) return undefined
  return [
    ...methodDifferences(asked, operation),
    ...path.differs,
    ...inPath,
    ...queryDifferences(asked, template),
  ]
}

function methodDifferences({ method }: Asked, operation: Operation): PathDifference[] {
  if ((method === 'HEAD' ? 'GET' : method) === operation.method) return []
  return [
    difference(OTHER_METHOD, `The method is ${quoted(method)}; this operation's is ${operation.method}.`),
  ]
}

function pathDifferences(
  { segments, endsWithSlash }: ReadPath,
  template: PathTemplate,
): PathDifference[] | undefined {
  const missing = template.segments.length - segments.length
  const last = parameterOf(template.segments.at(-1) ?? '')
  const isUnfilled = missing === 1 && endsWithSlash && last !== undefined
  const slips = isUnfilled || missing === 0 ? segmentDifferences(segments, template) : undefined
  if (slips === undefined || !endsWithSlash) return slips
  return [
    ...slips,
    isUnfilled
      ? difference(1, `Nothing stands in the place of {${last}}.`)
      : difference(0.5, 'The path ends with a slash.'),
  ]
}

function segmentDifferences(
  segments: readonly string[],
  template: PathTemplate,
): PathDifference[] | undefined {
  const differs: PathDifference[] = []
  for (const [index, segment] of segments.entries()) {
    const expected = template.segments[index] ?? ''
    if (segment === expected || parameterOf(expected) !== undefined) continue
    const slips = slipsBetween(segment.toLowerCase(), expected.toLowerCase())
    if (slips === undefined) return undefined
    const text = `The path has ${quoted(segment)} where "${expected}" belongs.`
    differs.push(difference(Math.max(slips, 1), text))
  }
  return differs
}

function queryDifferences(asked: Asked, { query }: PathTemplate): PathDifference[] {
  const names = queryNames(asked)
  const lacking = query.filter(([name, value]) => !holdsPair(asked, names, name, value))
  return lacking.map(([name]) => difference(1, lackingSentence(names, name)))
}

function holdsPair({ query }: Asked, names: readonly string[], name: string, value: string): boolean {
  return parameterOf(value) === undefined
    ? query.split('&').includes(`${name}=${value}`)
    : names.includes(name)
}

function lackingSentence(names: readonly string[], name: string): string {
  const field = fieldMeantBy(name)
  const meant = field && names.find((sent) => fieldMeantBy(sent) === field)
  if (names.includes(name)) return `The query has another value of "${name}" than this operation's.`
  if (meant !== undefined) return `The query has ${quoted(meant)} where "${name}" belongs.`
  return `The query has no "${name}".`
}

/** A refused request as it is compared with the operations: without its key. */
export type Asked = {
  readonly method: string
  /** As it was sent, without the query. */
  readonly path: string
  /** Without its question mark. */
  readonly query: string
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a TEST key is at the profile's position. */
  readonly hasKey: boolean
  /** `null` if there was none, or it could not be read. */
  readonly body: string | null
}

const LONGEST_QUOTE = 60

/** A text of the request as a sentence shows it: in quotes, and short. It must not contain a key. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text)
}

/** The parameters of a query, in their order; a plus sign is not decoded. */
export function queryNames({ query }: Asked): readonly string[] {
  return query === '' ? [] : query.split('&').map((pair) => pair.split('=', 1)[0] ?? '')
}

export type FieldName = 'partnerReference' | 'sku'

/** What they are often called, without case and separators. */
const OTHER_NAMES: Readonly<Record<FieldName, readonly string[]>> = {
  partnerReference: ['reference', 'ref', 'orderreference', 'orderid'],
  sku: ['skuid', 'product', 'productid', 'card'],
}

const LONGEST_NAME = 40

/**
 * Which of the two fields a differently written name means.
 *
 * @example
 * fieldMeantBy('partner_reference') // 'partnerReference'
 */
export function fieldMeantBy(name: string): FieldName | undefined {
  if (name.length > LONGEST_NAME) return undefined
  const folded = name.toLowerCase().replace(/[\s_.-]/g, '')
  const fits = (field: FieldName) =>
    OTHER_NAMES[field].includes(folded) || slipsBetween(folded, field.toLowerCase()) !== undefined
  if (fits('partnerReference')) return 'partnerReference'
  return fits('sku') ? 'sku' : undefined
}
