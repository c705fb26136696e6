import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import { type Auth, KEY_HEADERS, TEST_KEY_PREFIX } from '../../../contract/wire/auth.ts'
import { SUMMARY_AT } from '../../../contract/wire/exchange-facts.ts'
import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import { type DocumentedId, OPERATION_IDS, type OperationId } from '../../../contract/wire/operations.ts'
import { PROCESSING } from '../../../contract/wire/processing.ts'
import { findCatalogue } from '../gaps/positions.ts'
import { placesBelowData } from '../places.ts'
import type { Reading } from '../sources.ts'
import type { Node } from './document/api-document.ts'
import {
  type ApiOperation,
  keyParametersOf,
  parametersOf,
  requestOf,
  schemeOf,
  securityOf,
} from './document/operations.ts'
import {
  admits,
  type Described,
  nodesAt,
  presenceOf,
  type SampleBody,
  sampleIn,
  typesAt,
} from './document/sample.ts'

export type ClauseStatement = {
  readonly clause: ServerClauseId
  readonly operation: ApiOperation
  /** Null if it agrees. */
  readonly problem: string | null
  readonly nodes: readonly Node[]
}

/** A part of a document, or a place of an answer, and what contradicts a clause there; undefined if it says nothing. */
type Said = readonly [where: JsonPointer | readonly Node[], problem: string | null] | undefined

/** The clause that a documented operation, sent as the reference shows it, belongs to. */
const CLAUSE_OF: Readonly<Record<DocumentedId, ServerClauseId>> = {
  ping: 'ping-ok',
  listProducts: 'product-has-sku',
  getPrice: 'price-per-sku',
  getBalance: 'balance-readable',
  createOrder: 'order-two-fields',
}

const { createOrder: PURCHASE, lookupOrder: LOOKUP } = SUMMARY_AT

const DOCUMENTED = Object.keys(CLAUSE_OF) as DocumentedId[]

/** What is read of each operation for each clause, in the order of the report. */
const READ: readonly (readonly [
  clause: ServerClauseId,
  of: OperationId,
  saysOf: (described: Described, reading: Reading) => Said,
])[] = [
  ...OPERATION_IDS.map((id) => ['data-envelope', id, saysEnvelope] as const),
  ['ping-ok', 'ping', (one) => saysField(one, 'status', 'ok')],
  ['ping-mode-test', 'ping', (one) => saysField(one, 'mode', 'TEST')],
  ['product-has-sku', 'listProducts', saysCatalogue],
  ...DOCUMENTED.map((id) => [CLAUSE_OF[id], id, saysRequest] as const),
  ['price-per-sku', 'getPrice', saysJson],
  ['balance-readable', 'getBalance', saysJson],
  ['order-two-fields', 'createOrder', saysTwoFields],
  ['purchase-position', 'createOrder', (one) => saysSummary(one, PURCHASE, LOOKUP)],
  ['lookup-position', 'lookupOrder', (one) => saysSummary(one, LOOKUP, PURCHASE)],
  ['processing-has-poll-after', 'createOrder', (one) => saysPollAfter(one, PURCHASE)],
  ['processing-has-poll-after', 'lookupOrder', (one) => saysPollAfter(one, LOOKUP)],
  ...DOCUMENTED.map((id) => ['key-required', id, saysKey] as const),
]

/** Everything that a document says of the documented clauses. What it does not say is in no statement. */
export function clauseStatements(reading: Reading): readonly ClauseStatement[] {
  const withoutMethod = DOCUMENTED.flatMap((id): ClauseStatement[] => {
    const others = reading.operations.otherMethods[id] ?? []
    const methods = others.map(({ method }) => method).join(', ')
    const problem = `The path is listed, but without the documented method: only ${methods}.`
    const [operation] = others
    return operation ? [{ clause: CLAUSE_OF[id], operation, problem, nodes: [operation.item] }] : []
  })
  const said = READ.flatMap(([clause, id, saysOf]) => {
    const of = reading.described[id]
    const [where, problem = null] = (of && saysOf(of, reading)) ?? []
    if (of === undefined || where === undefined) return []
    const nodes = typeof where === 'string' ? nodesAt(of, where) : where
    return [{ clause, operation: of.operation, problem, nodes }]
  })
  return [...withoutMethod, ...said]
}

/** The `data` object of an answer (§2). */
function saysEnvelope({ sample }: Described): Said {
  const presence = presenceOf(sample, '/data')
  if (presence === 'open') return undefined
  if (presence === 'absent') return ['', 'Its answer has no member data.']
  const types = typesAt(sample, '/data')
  const isObject = types.includes('object') || types.length === 0
  return ['/data', isObject ? null : `Its data is of the type ${types.join(' or ')}, not an object.`]
}

/** A field of ping (§2), which may have a documented value. */
function saysField({ sample }: Described, name: 'status' | 'mode', value: string): Said {
  if (presenceOf(sample, '/data') !== 'there') return undefined
  const all = placesBelowData(sample.body)
  const named = all.filter((place) => place.name === name)
  const listing = all.find(({ pointer }) => sample.shapes.get(pointer)?.named.includes(value))
  const found = named.length === 0 ? listing : named.find((place) => place.value === value)
  if (found !== undefined) return [found.pointer, null]
  if (named[0] === undefined) {
    const isListed = ['/data', ...all.map(({ pointer }) => pointer)].every((at) => listsMembers(sample, at))
    return isListed ? ['/data', `Its data has no ${name}.`] : undefined
  }
  const shape = sample.shapes.get(named[0].pointer)
  if (shape === undefined || admits(shape, value)) return undefined
  const values = (shape.values ?? shape.types ?? shape.patterns).map((one) => JSON.stringify(one)).join(', ')
  return [shape.nodes, `Its ${name} can not be ${JSON.stringify(value)}: it is ${values}.`]
}

/** Whether a place is no object, or one that lists its members. */
function listsMembers(sample: SampleBody, pointer: JsonPointer): boolean {
  const types = typesAt(sample, pointer)
  const isObject = types.includes('object') || types.length === 0
  return !isObject || presenceOf(sample, `${pointer}/-`) === 'absent'
}

/** The entries of the catalogue (§2). */
function saysCatalogue({ sample }: Described): Said {
  const catalogue = findCatalogue(sample.body)
  if (catalogue !== undefined) return [catalogue.pointer, null]
  const lists = placesBelowData(sample.body).filter(({ value }) => Array.isArray(value))
  const list = lists.find(({ pointer }) => presenceOf(sample, `${pointer}/0/sku`) !== 'open')
  if (list === undefined) return undefined
  const types = typesAt(sample, `${list.pointer}/0/sku`)
  const found = types.length === 0 ? 'no sku' : `a sku of the type ${types.join(' or ')}, not a string`
  return [`${list.pointer}/0`, `The entries of ${list.pointer} have ${found}.`]
}

function saysJson({ content }: Described): Said {
  return content && [[content.node], null]
}

/** The position of a summary (§4.1), and where it is if not there. */
function saysSummary({ sample }: Described, pointer: JsonPointer, elsewhere: JsonPointer): Said {
  const presence = presenceOf(sample, `${pointer}/status`)
  // An answer without data is named as such.
  if (presence === 'open' || presenceOf(sample, '/data') === 'absent') return undefined
  if (presence === 'there') return [pointer, null]
  const flat = [elsewhere, '/data', ''].find((place) => presenceOf(sample, `${place}/status`) === 'there')
  const found = flat === undefined ? 'there is no status' : `its status is at ${flat}/status`
  return [flat ?? '/data', `The summary is not at ${pointer}: ${found}.`]
}

const LIKE_PROCESSING = /PEND|PROGRESS|QUEUE|WAIT/i

/** The interval of a summary (§3.1). */
function saysPollAfter({ sample }: Described, pointer: JsonPointer): Said {
  const [status, place] = [`${pointer}/status`, `${pointer}/pollAfterSeconds`]
  if (presenceOf(sample, status) !== 'there') return undefined
  const { values: states = [PROCESSING] } = sample.shapes.get(status) ?? {}
  const other = states.find((state) => LIKE_PROCESSING.test(String(state)))
  if (other !== undefined && !states.includes(PROCESSING))
    return [status, `An order under way is ${String(other)}, not ${PROCESSING}.`]
  const presence = presenceOf(sample, place)
  if (presence === 'open') return undefined
  if (presence === 'absent') return [pointer, 'Its summary has no pollAfterSeconds.']
  const types = typesAt(sample, place)
  const isNumber = types.length === 0 || types.includes('number') || types.includes('integer')
  const wrong = `Its pollAfterSeconds is of the type ${types.join(' or ')}, not a number of seconds.`
  return [place, isNumber ? null : wrong]
}

/** A documented request must be enough: no parameter beyond it is required. */
function saysRequest({ operation }: Described, { api, findings }: Reading): Said {
  // What is found of it is a way to send the key.
  const auth = findings.found.find(({ key }) => key === 'auth')?.value as Auth | undefined
  const known = [...KEY_HEADERS, auth?.header.toLowerCase(), 'accept', 'content-type']
  const parameters = parametersOf(api, operation)
  const more = parameters.filter(({ place, name, isRequired }) => {
    const isOfAccess = place === 'header' && known.includes(name.toLowerCase())
    return isRequired && ['query', 'formData', 'header'].includes(place) && !isOfAccess
  })
  if (more.length > 0) {
    const names = more.map(({ name, place }) => `${name} (${place})`).join(', ')
    return [nodesOf(more), `It requires more than the documented request has: ${names}.`]
  }
  const numbers = parameters.filter(({ place, schema }) => {
    const type = api.child(schema, 'type')?.value
    return place === 'path' && typeof type === 'string' && type !== 'string'
  })
  const names = numbers.map(({ name }) => name).join(', ')
  return numbers.length === 0 ? undefined : [nodesOf(numbers), `Its path parameter ${names} is not a string.`]
}

function nodesOf(all: readonly { readonly node: Node }[]): readonly Node[] {
  return all.map(({ node }) => node)
}

const FIELDS = ['partnerReference', 'sku']

/** The body of a purchase: exactly two fields (§4). */
function saysTwoFields({ operation }: Described, { api, findings }: Reading): Said {
  const content = requestOf(api, operation)
  if (content === undefined)
    return [[operation.node], 'It lists no JSON body, and the documented one has partnerReference and sku.']
  const sample = sampleIn(api, content)
  const missing = FIELDS.filter((name) => presenceOf(sample, `/${name}`) === 'absent')
  const others = FIELDS.filter((name) => {
    const types = typesAt(sample, `/${name}`)
    return types.length > 0 && !types.includes('string')
  })
  const more = (sample.shapes.get('')?.required ?? []).filter((name) => !FIELDS.includes(name))
  const problems = [
    more.length > 0 ? `Its body requires more than the two fields: ${more.join(', ')}.` : [],
    missing.length > 0 ? `Its body has no ${missing.join(' and no ')}.` : [],
    others.length > 0 ? `In its body ${others.join(' and ')} is not a string.` : [],
  ].flat()
  const shape = sample.shapes.get('/partnerReference')
  if (shape !== undefined && !admits(shape, 'KIT:1'))
    findings.note(
      'A partnerReference of the shape <PREFIX>:<order_label> (§2), such as those of verify, does not fit the schema of the document.',
    )
  return [[content.schema ?? content.node], problems.join(' ') || null]
}

const TEST_PREFIX = /\b[a-z]+_(?:test|sandbox)[a-z]*_/gi

/** Whether an operation needs a key, and which (§5.1). */
function saysKey({ operation }: Described, { api }: Reading): Said {
  const security = securityOf(api, operation)
  const keys = keyParametersOf(api, operation)
  if (security === undefined && keys.length === 0) return undefined
  const { alternatives = [], node = operation.node } = security ?? {}
  const open = alternatives.filter((names) => names.length === 0)
  if (keys.length === 0 && open.length === alternatives.length)
    return [[node], 'It is listed as open to calls without a key.']
  if (keys.length === 0 && open.length > 0) return [[node], 'Its key is optional.']
  const saying = [...alternatives.flat().flatMap((name) => schemeOf(api, name) ?? []), ...nodesOf(keys)]
  const wrong = saying.find((one) => {
    const prefixes: readonly string[] = api.text(one, 'description')?.match(TEST_PREFIX) ?? []
    return prefixes.length > 0 && !prefixes.includes(TEST_KEY_PREFIX)
  })
  return wrong ? [[wrong], `A TEST key begins with ${TEST_KEY_PREFIX}, not as it says.`] : [saying, null]
}
