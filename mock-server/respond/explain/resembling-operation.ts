import type { GapId } from '../../../contract/reference/gaps.ts'
import { slipsBetween } from '../../../contract/text/slips.ts'
import type { Operation, OperationId } from '../../../contract/wire/operations.ts'
import { parameterOf } from '../../../contract/wire/path-template.ts'
import { type Asked, queryNames, quoted } from './asked.ts'
import { fieldMeantBy } from './field-names.ts'
import { type Form, formsOf, writtenForm } from './forms.ts'
import { difference, type PathDifference, type ReadPath, readPath } from './read-path.ts'

/** The operation that a method and a path are closest to, and the differences; none if it is the requested one. */
export type Resemblance = {
  readonly operation: Operation
  readonly differs: readonly string[]
  readonly gap: GapId | null
}

type Operations = { readonly [Id in OperationId]: Operation }

/** Another method weighs as much as two typing errors, so that the path decides first. */
const OTHER_METHOD = 2
const FARTHEST = 5

/** The operation that a request resembles most, by its method and path; `undefined` where it resembles none. */
export function resemblingOperation(asked: Asked, operations: Operations): Resemblance | undefined {
  const path = readPath(asked.path)
  if (path === undefined) return undefined
  let closest: Resemblance | undefined
  let least = FARTHEST
  for (const form of formsOf(operations)) {
    const differs = differences(asked, path, form, operations[form.id])
    const cost = differs?.reduce((sum, each) => sum + each.cost, 0) ?? FARTHEST
    if (differs === undefined || cost >= least) continue
    least = cost
    closest = resemblance(operations[form.id], differs)
  }
  return closest
}

function resemblance(operation: Operation, differs: readonly PathDifference[]): Resemblance {
  const gap = differs.find((each) => each.gap !== null)?.gap ?? null
  return { operation, differs: differs.map(({ text }) => text), gap }
}

function differences(
  asked: Asked,
  path: ReadPath,
  form: Form,
  operation: Operation,
): PathDifference[] | undefined {
  const inPath = pathDifferences(path, form)
  const inQuery = queryDifferences(asked, form)
  if (inPath === undefined || inQuery === undefined) return undefined
  return [
    ...methodDifferences(asked, operation),
    ...path.differs,
    ...formDifferences(form, operation),
    ...inPath,
    ...inQuery,
  ]
}

function methodDifferences({ method }: Asked, operation: Operation): PathDifference[] {
  if ((method === 'HEAD' ? 'GET' : method) === operation.method) return []
  return [
    difference(OTHER_METHOD, `The method is ${quoted(method)}; this operation's is ${operation.method}.`),
  ]
}

function formDifferences(form: Form, { path }: Operation): PathDifference[] {
  if (form.isOwn) return []
  const slash = form.segments.includes('{more}') ? ' A slash within a value is sent as %2F.' : ''
  const text = `The path is of the form ${writtenForm(form)}; this operation's is ${path}.${slash}`
  return [difference(1, text)]
}

function pathDifferences({ segments, endsWithSlash }: ReadPath, form: Form): PathDifference[] | undefined {
  const missing = form.segments.length - segments.length
  const last = parameterOf(form.segments.at(-1) ?? '')
  if (missing === 1 && endsWithSlash && last !== undefined) {
    const slips = segmentDifferences(segments, form)
    return slips && [...slips, difference(1, `Nothing stands in the place of {${last}}.`)]
  }
  if (missing !== 0) return undefined
  const slips = segmentDifferences(segments, form)
  return slips && endsWithSlash ? [...slips, difference(0.5, 'The path ends with a slash.')] : slips
}

function segmentDifferences(segments: readonly string[], form: Form): PathDifference[] | undefined {
  const differs: PathDifference[] = []
  for (const [index, segment] of segments.entries()) {
    const expected = form.segments[index] ?? ''
    if (segment === expected || parameterOf(expected) !== undefined) continue
    const slips = slipsBetween(segment.toLowerCase(), expected.toLowerCase())
    if (slips === undefined) return undefined
    const text = `The path has ${quoted(segment)} where "${expected}" belongs.`
    differs.push(difference(Math.max(slips, 1), text))
  }
  return differs
}

/** The form of another API needs its whole query; that of the operation may be incomplete. */
function queryDifferences(asked: Asked, { query, isOwn }: Form): PathDifference[] | undefined {
  if (query.length === 0) return []
  const names = queryNames(asked)
  const lacking = query.filter(([name, value]) => !holdsPair(asked, names, name, value))
  if (isOwn) return lacking.map(([name]) => difference(1, lackingSentence(names, name)))
  const meant = query.every(([name]) => names.some((sent) => fieldMeantBy(sent) === fieldMeantBy(name)))
  return meant ? [] : undefined
}

function holdsPair({ query }: Asked, names: readonly string[], name: string, value: string): boolean {
  return parameterOf(value) === undefined
    ? query.split('&').includes(`${name}=${value}`)
    : names.includes(name)
}

function lackingSentence(names: readonly string[], name: string): string {
  const meant = names.find(
    (sent) => fieldMeantBy(sent) !== undefined && fieldMeantBy(sent) === fieldMeantBy(name),
  )
  if (names.includes(name)) return `The query has another value of "${name}" than this operation's.`
  if (meant !== undefined) return `The query has ${quoted(meant)} where "${name}" belongs.`
  return `The query has no "${name}".`
}
