import type { Profile } from '../../../contract/profile/profile.ts'
import { type Answer, describeAnswer, isServed, summaryIn } from '../../run/exchange.ts'
import { type ApiOperation, type Parameter, parametersOf, requestOf } from '../openapi/document/operations.ts'
import { type Described, describedAnswer, presenceOf } from '../openapi/document/sample.ts'
import { schemaShape } from '../openapi/document/schema-shape.ts'
import { wordsOf } from '../places.ts'
import { beside, type KeyedSearch, marksOf, type Reading, seenAt, seenIn, together } from '../sources.ts'

type Lookup = Profile['lookup']

/** Common paths of a lookup. Only reads: a candidate that writes might do anything. */
const USUAL = [
  '/orders/{partnerReference}',
  '/orders?partnerReference={partnerReference}',
  '/orders?reference={partnerReference}',
  '/orders?ref={partnerReference}',
  '/orders/by-reference/{partnerReference}',
  '/orders/reference/{partnerReference}',
  '/orders/lookup/{partnerReference}',
  '/orders/lookup?partnerReference={partnerReference}',
  '/order/{partnerReference}',
  '/orders/{partnerReference}/status',
  '/purchases/{partnerReference}',
  '/orders/find?reference={partnerReference}',
] as const

/** What is tried: the lookup of the starting profile first, where it is a read. */
export function lookupWays(start: Lookup): readonly Lookup[] {
  const usual = USUAL.filter((path) => path !== start.path).map((path): Lookup => ({ method: 'GET', path }))
  return start.method === 'GET' ? [start, ...usual] : usual
}

const CONTROL = 'a reference that was never sent'

/**
 * Finds the lookup of an order (gap `lookup-operation`): a read that shows a summary at `data.order` (§4.1), and
 * shows none for a reference that was never sent.
 */
export async function findLookup(
  search: KeyedSearch,
  partnerReference: string,
): Promise<{ readonly lookup: Lookup; readonly answer: Answer } | undefined> {
  const tried: Answer[] = []
  for (const lookup of lookupWays(search.start.lookup)) {
    const answer = await lookUp(search, lookup, partnerReference)
    tried.push(answer)
    if (summaryIn(answer) !== undefined) {
      if (await tellsReferencesApart(search, lookup, partnerReference, answer)) return { lookup, answer }
    } else if (isServed(answer))
      search.findings.note('Served, but without a status at data.order: that is not the lookup.')
  }
  const reason = `None of ${tried.length} candidates shows the order at data.order. Ask the operator for path and method.`
  search.findings.miss('lookup', reason, seenIn(search, tried))
  return undefined
}

export function lookUp(
  { prober, auth }: KeyedSearch,
  lookup: Lookup,
  partnerReference: string,
  how = '',
): Promise<Answer> {
  return prober.ask({ operation: 'lookupOrder', values: { partnerReference }, lookup, auth, how })
}

/** The control: a read that shows an order for any reference is not a lookup. */
async function tellsReferencesApart(
  search: KeyedSearch,
  lookup: Lookup,
  partnerReference: string,
  answer: Answer,
): Promise<boolean> {
  const control = await lookUp(search, lookup, `${partnerReference}-never-sent`, CONTROL)
  if (control.status === null || summaryIn(control) !== undefined) {
    search.findings.note(`${describeAnswer(control)} for ${CONTROL} as well: that is not the lookup.`)
    return false
  }
  search.refusals.push({ kind: 'notFound', answer: control, how: CONTROL })
  const reason = `It shows the order that was bought at data.order, and none for ${CONTROL} (${control.status}).`
  const evidence = [seenIn(search, [answer], ['/data/order/status']), seenIn(search, [control], [], CONTROL)]
  search.findings.add('lookup', lookup, reason, together(evidence))
  return true
}

type Candidate = Described & {
  readonly lookup: Lookup
  /** How many signs say that it is the lookup. */
  readonly signs: number
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'QUERY'] satisfies Lookup['method'][]

/**
 * Learns which operation looks an order up (gap `lookup-operation`): one that takes a reference and answers an order
 * summary at `data.order` (§4.1).
 */
export function learnLookup(reading: Reading): Described | undefined {
  const candidates = reading.operations.others
    .flatMap((operation) => candidateOf(reading, operation) ?? [])
    .sort((one, other) => other.signs - one.signs)
  const [first, ...others] = candidates
  if (first === undefined) {
    const reason = 'No operation takes the reference of an order and answers its summary.'
    reading.findings.miss('lookup', reason)
    return undefined
  }
  const lineOf = ({ operation }: Candidate) => `${operation.method} ${operation.path}`
  const rivals = beside('other candidates are', others.map(lineOf))
  const isClearest = others.every(({ signs }) => signs < first.signs)
  const isCertain = isClearest && presenceOf(first.sample, '/data/order/status') === 'there'
  const reason = `${lineOf(first)} takes a reference${rivals}.`
  reading.findings.add('lookup', first.lookup, reason, seenAt(reading, [first.operation.node]), isCertain)
  return first
}

function candidateOf(reading: Reading, operation: ApiOperation): Candidate | undefined {
  const { api, operations } = reading
  const path = operation.path.slice(operations.prefix.length)
  const place = METHODS.includes(operation.method) ? placeOfReference(reading, operation, path) : undefined
  if (place === undefined || requestOf(api, operation) !== undefined) return undefined
  const described = describedAnswer(api, operation)
  const isAtItsPlace = presenceOf(described.sample, '/data/order/status') === 'there'
  // A path of orders that takes any one thing is enough; elsewhere the answer must be a summary.
  if (!isAtItsPlace && !(place.isNamed && /order|purchase/.test(path))) return undefined
  const signs = [
    isAtItsPlace && presenceOf(described.sample, '/data/order/order') !== 'there',
    place.isNamed,
    /(?:^|\/)(?:orders?|purchases?)\b/.test(path),
    operation.method === 'GET',
    marksOf(operation.node).some(({ key }) => key === 'lookup'),
  ].filter(Boolean).length
  // Its method is one of those that a profile has.
  return { ...described, signs, lookup: { method: operation.method as Lookup['method'], path: place.path } }
}

const REFERENCE = ['reference', 'referenz', 'ref', 'referencia']

/** The path of a lookup: what it takes besides the reference must have one possible value. */
function placeOfReference({ api }: Reading, operation: ApiOperation, template: string) {
  const isNamed = ({ name }: Parameter) => wordsOf(name).some((word) => REFERENCE.includes(word))
  const taken = parametersOf(api, operation)
    .filter((one) => one.place === 'path' || (one.place === 'query' && (one.isRequired || isNamed(one))))
    .map((one) => {
      const { values = [] } = schemaShape(api, one.schema)
      return { ...one, fixed: values.length === 1 ? String(values[0]) : undefined }
    })
  const open = taken.filter(({ fixed }) => fixed === undefined)
  const reference = open.find(isNamed) ?? open[0]
  if (reference === undefined || open.some((one) => one !== reference && one.isRequired)) return undefined
  const textOf = (one: (typeof taken)[number]) => (one === reference ? '{partnerReference}' : one.fixed)
  const path = taken
    .filter((one) => one.place === 'path')
    .reduce((text, one) => text.replaceAll(`{${one.name}}`, textOf(one) ?? ''), template)
  const query = taken.flatMap((one) => {
    const value = textOf(one)
    return one.place === 'query' && value !== undefined ? [`${one.name}=${value}`] : []
  })
  return { path: [path, query.join('&')].filter(Boolean).join('?'), isNamed: isNamed(reference) }
}
