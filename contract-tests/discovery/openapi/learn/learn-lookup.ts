import type { Profile } from '../../../../contract/profile/profile.ts'
import { wordsOf } from '../../findings/words.ts'
import type { ApiOperation } from '../document/api-operation.ts'
import {
  type JsonContent,
  type Parameter,
  parametersOf,
  requestOf,
  sampleIn,
  successOf,
} from '../document/api-operation.ts'
import { presenceOf } from '../document/sample.ts'
import { schemaShape } from '../document/schema-shape.ts'
import { type Described, learn, marksOf, miss, type Reading } from './document-reading.ts'

type Lookup = Profile['lookup']

type Candidate = Described & {
  readonly lookup: Lookup
  /** How many signs say that it is the lookup. */
  readonly signs: number
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'QUERY'] satisfies Lookup['method'][]

/**
 * Learns which operation looks an order up (gap `lookup-operation`): one that takes a reference and answers an order
 * summary at `data.order` (§4.1).
 *
 * @returns the operation, to be compared with the reference; undefined if there is none.
 */
export function learnLookup(reading: Reading): Described | undefined {
  const candidates = reading.operations.others
    .flatMap((operation) => candidateOf(reading, operation) ?? [])
    .sort((one, other) => other.signs - one.signs)
  const [first, next] = candidates
  if (first === undefined) {
    miss(reading, 'lookup', 'No operation takes the reference of an order and answers its summary.')
    return undefined
  }
  const rivals = candidates.slice(1).map(({ operation }) => `${operation.method} ${operation.path}`)
  const { operation, lookup, sample } = first
  const isLonely = next === undefined || next.signs < first.signs
  learn(reading, {
    key: 'lookup',
    value: lookup,
    isCertain: isLonely && presenceOf(sample, '/data/order/status') === 'there',
    reason: `${operation.method} ${operation.path} takes a reference${rivals.length === 0 ? '' : `; other candidates are ${rivals.join(', ')}`}.`,
    nodes: [operation.node],
  })
  return first
}

function candidateOf(reading: Reading, operation: ApiOperation): Candidate | undefined {
  const { api, operations } = reading
  const path = operation.path.slice(operations.prefix.length)
  const place = METHODS.includes(operation.method) ? placeOfReference(reading, operation, path) : undefined
  if (place === undefined || requestOf(api, operation) !== undefined) return undefined
  const content: JsonContent | undefined = successOf(api, operation)
  const sample = sampleIn(api, content)
  const isAtItsPlace = presenceOf(sample, '/data/order/status') === 'there'
  const signs = [
    isAtItsPlace && presenceOf(sample, '/data/order/order') !== 'there',
    place.isNamed,
    /(?:^|\/)(?:orders?|purchases?)\b/.test(path),
    operation.method === 'GET',
    marksOf(operation.node).some(({ key }) => key === 'lookup'),
  ].filter(Boolean).length
  // A path of orders that takes any one thing is enough; elsewhere the answer must be a summary.
  if (!isAtItsPlace && !(place.isNamed && /order|purchase/.test(path))) return undefined
  // Its method is one of those that a profile has.
  return {
    operation,
    content,
    sample,
    signs,
    lookup: { method: operation.method as Lookup['method'], path: place.path },
  }
}

type Place = { readonly path: string; readonly isNamed: boolean }

const REFERENCE = ['reference', 'referenz', 'ref', 'referencia']

/** The path of a lookup: what it takes besides the reference must have one possible value. */
function placeOfReference({ api }: Reading, operation: ApiOperation, template: string): Place | undefined {
  const isNamed = ({ name }: Parameter) => wordsOf(name).some((word) => REFERENCE.includes(word))
  const taken = parametersOf(api, operation).filter(
    (one) => one.place === 'path' || (one.place === 'query' && (one.isRequired || isNamed(one))),
  )
  const fixed = (one: Parameter) => {
    const { values = [] } = schemaShape(api, one.schema)
    return values.length === 1 ? String(values[0]) : undefined
  }
  const open = taken.filter((one) => fixed(one) === undefined)
  const reference = open.find(isNamed) ?? open[0]
  const rest = taken.filter((one) => one !== reference)
  if (reference === undefined || rest.some((one) => fixed(one) === undefined && one.isRequired))
    return undefined
  const textOf = (one: Parameter) => (one === reference ? '{partnerReference}' : fixed(one))
  const path = taken
    .filter((one) => one.place === 'path')
    .reduce((text, one) => text.replaceAll(`{${one.name}}`, textOf(one) ?? ''), template)
  const query = taken.flatMap((one) => {
    const value = textOf(one)
    return one.place === 'query' && value !== undefined ? [`${one.name}=${value}`] : []
  })
  return { path: query.length === 0 ? path : `${path}?${query.join('&')}`, isNamed: isNamed(reference) }
}
