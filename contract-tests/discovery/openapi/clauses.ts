import { SERVER_CLAUSES, type ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import { KEY_HEADERS, TEST_KEY_PREFIX } from '../../../contract/wire/auth.ts'
import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import type { DocumentedId } from '../../../contract/wire/operations.ts'
import { PROCESSING } from '../../../contract/wire/processing.ts'
import { documentSightings } from '../evidence.ts'
import type { Contradiction } from '../findings.ts'
import { findCatalogue } from '../gaps/positions.ts'
import { placesBelowData } from '../places.ts'
import { describedIn, type Reading } from '../sources.ts'
import type { Node } from './document/api-document.ts'
import {
  type ApiOperation,
  keyParametersOf,
  parametersOf,
  requestOf,
  schemeOf,
  securityOf,
} from './document/operations.ts'
import { admits, type Described, nodesAt, presenceOf, sampleIn, typesAt } from './document/sample.ts'

/** What a document says of a clause: in agreement with it, or why not. */
export type ClauseStatement = {
  readonly clause: ServerClauseId
  readonly operation: ApiOperation
  /** Null if it agrees. */
  readonly problem: string | null
  readonly nodes: readonly Node[]
}

/** What a part of a document says of a clause; undefined if nothing. */
type Said = Pick<ClauseStatement, 'problem' | 'nodes'> | undefined

/** The clause that a documented operation, sent as the reference shows it, belongs to. */
const CLAUSE_OF: Readonly<Record<DocumentedId, ServerClauseId>> = {
  ping: 'ping-ok',
  listProducts: 'product-has-sku',
  getPrice: 'price-per-sku',
  getBalance: 'balance-readable',
  createOrder: 'order-two-fields',
}

const PURCHASE = '/data/order/order'
const LOOKUP = '/data/order'

/** Everything that a document says of the documented clauses. What it does not say is in no statement. */
export function clauseStatements(
  reading: Reading,
  lookup: Described | undefined,
): readonly ClauseStatement[] {
  const { documented, otherMethods } = reading.operations
  const { ping, listProducts, getPrice, getBalance, createOrder } = reading.described
  const statements: ClauseStatement[] = []
  const about = (clause: ServerClauseId, of: Described | undefined, said: (of: Described) => Said) => {
    const found = of && said(of)
    if (of && found) statements.push({ clause, operation: of.operation, ...found })
  }
  const ids = Object.keys(CLAUSE_OF) as DocumentedId[]
  for (const id of ids) {
    const [operation, ...more] = otherMethods[id] ?? []
    if (operation === undefined) continue
    const methods = [operation, ...more].map(({ method }) => method).join(', ')
    const problem = `The path is listed, but without the documented method: only ${methods}.`
    statements.push({ clause: CLAUSE_OF[id], operation, problem, nodes: [operation.item] })
  }
  for (const one of [...Object.values(reading.described), lookup]) about('data-envelope', one, saysEnvelope)
  about('ping-ok', ping, (one) => saysField(reading, one, 'status', 'ok'))
  about('ping-mode-test', ping, (one) => saysField(reading, one, 'mode', 'TEST'))
  about('product-has-sku', listProducts, saysCatalogue)
  for (const id of ids) about(CLAUSE_OF[id], reading.described[id], (one) => saysRequest(reading, one))
  about('price-per-sku', getPrice, saysJson)
  about('balance-readable', getBalance, saysJson)
  about('order-two-fields', createOrder, (one) => saysTwoFields(reading, one))
  about('purchase-position', createOrder, (one) => saysSummary(one, PURCHASE, LOOKUP))
  about('lookup-position', lookup, (one) => saysSummary(one, LOOKUP, PURCHASE))
  about('processing-has-poll-after', createOrder, (one) => saysPollAfter(one, PURCHASE))
  about('processing-has-poll-after', lookup, (one) => saysPollAfter(one, LOOKUP))
  for (const operation of Object.values(documented)) {
    const said = saysKey(reading, operation)
    if (said) statements.push({ clause: 'key-required', operation, ...said })
  }
  return statements
}

/**
 * The statements of a document that contradict a clause.
 *
 * @param clean removes keys from a text.
 */
export function contradictionsIn(
  statements: readonly ClauseStatement[],
  clean: (text: string) => string,
): readonly Contradiction[] {
  return statements.flatMap(({ clause, operation: { method, path }, problem, nodes }) => {
    if (problem === null) return []
    const { section } = SERVER_CLAUSES[clause]
    const operation = clean(`${method} ${path}`)
    return [{ clause, section, operation, message: clean(problem), seen: documentSightings(nodes, clean) }]
  })
}

/** The `data` object of an answer (§2). */
function saysEnvelope(described: Described): Said {
  const presence = presenceOf(described.sample, '/data')
  if (presence === 'open') return undefined
  if (presence === 'absent')
    return { nodes: nodesAt(described, ''), problem: 'Its answer has no member data.' }
  const types = typesAt(described.sample, '/data')
  const isObject = types.includes('object') || types.length === 0
  const problem = isObject ? null : `Its data is of the type ${types.join(' or ')}, not an object.`
  return { nodes: nodesAt(described, '/data'), problem }
}

/** A field of ping (§2), which may have a documented value. */
function saysField(reading: Reading, described: Described, name: 'status' | 'mode', value: string): Said {
  const { sample } = described
  if (presenceOf(sample, '/data') !== 'there') return undefined
  const all = placesBelowData(sample.body)
  const [first, ...more] = all.filter((place) => place.name === name)
  const { listed } = describedIn(reading, 'ping')
  const found =
    first === undefined
      ? all.find(({ pointer }) => listed(pointer).includes(value))
      : [first, ...more].find((place) => place.value === value)
  if (found !== undefined) return { nodes: nodesAt(described, found.pointer), problem: null }
  if (first === undefined) {
    const places = ['/data', ...all.map(({ pointer }) => pointer)]
    if (!places.every((pointer) => listsMembers(described, pointer))) return undefined
    return { nodes: nodesAt(described, '/data'), problem: `Its data has no ${name}.` }
  }
  const shape = sample.shapes.get(first.pointer)
  if (shape === undefined || admits(shape, value)) return undefined
  const values = (shape.values ?? shape.types ?? shape.patterns).map((one) => JSON.stringify(one)).join(', ')
  const problem = `Its ${name} can not be ${JSON.stringify(value)}: it is ${values}.`
  return { nodes: shape.nodes, problem }
}

/** Whether a place is no object, or one that lists its members. */
function listsMembers({ sample }: Described, pointer: JsonPointer): boolean {
  const types = typesAt(sample, pointer)
  const isObject = types.includes('object') || types.length === 0
  return !isObject || presenceOf(sample, `${pointer}/-`) === 'absent'
}

/** The entries of the catalogue (§2). */
function saysCatalogue(described: Described): Said {
  const { sample } = described
  const catalogue = findCatalogue(sample.body)
  if (catalogue !== undefined) return { nodes: nodesAt(described, catalogue.pointer), problem: null }
  const list = placesBelowData(sample.body).find(
    ({ pointer, value }) => Array.isArray(value) && presenceOf(sample, `${pointer}/0/sku`) !== 'open',
  )
  if (list === undefined) return undefined
  const types = typesAt(sample, `${list.pointer}/0/sku`)
  const found = types.length === 0 ? 'no sku' : `a sku of the type ${types.join(' or ')}, not a string`
  const nodes = nodesAt(described, `${list.pointer}/0`)
  return { nodes, problem: `The entries of ${list.pointer} have ${found}.` }
}

/** A read that answers JSON. */
function saysJson({ content }: Described): Said {
  return content && { nodes: [content.node], problem: null }
}

/** The position of a summary (§4.1), and where it is if not there. */
function saysSummary(described: Described, pointer: JsonPointer, elsewhere: JsonPointer): Said {
  const { sample } = described
  const presence = presenceOf(sample, `${pointer}/status`)
  // An answer without data is named as such.
  if (presence === 'open' || presenceOf(sample, '/data') === 'absent') return undefined
  if (presence === 'there') return { nodes: nodesAt(described, pointer), problem: null }
  const flat = [elsewhere, '/data', ''].find((place) => presenceOf(sample, `${place}/status`) === 'there')
  const found = flat === undefined ? 'there is no status' : `its status is at ${flat}/status`
  const problem = `The summary is not at ${pointer}: ${found}.`
  return { nodes: nodesAt(described, flat ?? '/data'), problem }
}

const LIKE_PROCESSING = /PEND|PROGRESS|QUEUE|WAIT/i

/** The interval of a summary (§3.1). */
function saysPollAfter(described: Described, pointer: JsonPointer): Said {
  const { sample } = described
  const status = `${pointer}/status`
  if (presenceOf(sample, status) !== 'there') return undefined
  const { values: states = [PROCESSING] } = sample.shapes.get(status) ?? {}
  const other = states.find((state) => LIKE_PROCESSING.test(String(state)))
  if (other !== undefined && !states.includes(PROCESSING)) {
    const problem = `An order under way is ${String(other)}, not ${PROCESSING}.`
    return { nodes: nodesAt(described, status), problem }
  }
  const place = `${pointer}/pollAfterSeconds`
  const presence = presenceOf(sample, place)
  if (presence === 'open') return undefined
  if (presence === 'absent')
    return { nodes: nodesAt(described, pointer), problem: 'Its summary has no pollAfterSeconds.' }
  const types = typesAt(sample, place)
  const isNumber = types.length === 0 || types.includes('number') || types.includes('integer')
  const wrong = `Its pollAfterSeconds is of the type ${types.join(' or ')}, not a number of seconds.`
  return { nodes: nodesAt(described, place), problem: isNumber ? null : wrong }
}

/** A documented request must be enough: no parameter beyond it is required. */
function saysRequest({ api, findings }: Reading, { operation }: Described): Said {
  const auth = findings.found.find(({ key }) => key === 'auth')?.value as { header?: string } | undefined
  const known = [...KEY_HEADERS, auth?.header?.toLowerCase(), 'accept', 'content-type']
  const parameters = parametersOf(api, operation)
  const more = parameters.filter(({ place, name, isRequired }) => {
    const isOfAccess = place === 'header' && known.includes(name.toLowerCase())
    return isRequired && ['query', 'formData', 'header'].includes(place) && !isOfAccess
  })
  if (more.length > 0) {
    const names = more.map(({ name, place }) => `${name} (${place})`).join(', ')
    const problem = `It requires more than the documented request has: ${names}.`
    return { nodes: more.map(({ node }) => node), problem }
  }
  const numbers = parameters.filter(({ place, schema }) => {
    const type = api.child(schema, 'type')?.value
    return place === 'path' && typeof type === 'string' && type !== 'string'
  })
  if (numbers.length === 0) return undefined
  const problem = `Its path parameter ${numbers.map(({ name }) => name).join(', ')} is not a string.`
  return { nodes: numbers.map(({ node }) => node), problem }
}

const FIELDS = ['partnerReference', 'sku']

/** The body of a purchase: exactly two fields (§4). */
function saysTwoFields({ api, findings }: Reading, { operation }: Described): Said {
  const content = requestOf(api, operation)
  if (content === undefined) {
    const problem = 'It lists no JSON body, and the documented one has partnerReference and sku.'
    return { nodes: [operation.node], problem }
  }
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
  return { nodes: [content.schema ?? content.node], problem: problems.join(' ') || null }
}

const TEST_PREFIX = /\b[a-z]+_(?:test|sandbox)[a-z]*_/gi

/** Whether an operation needs a key, and which (§5.1). */
function saysKey({ api }: Reading, operation: ApiOperation): Said {
  const security = securityOf(api, operation)
  const keys = keyParametersOf(api, operation)
  if (security === undefined && keys.length === 0) return undefined
  const { alternatives, node } = security ?? { alternatives: [], node: operation.node }
  const open = keys.length > 0 ? [] : alternatives.filter((names) => names.length === 0)
  if (keys.length === 0 && open.length === alternatives.length)
    return { nodes: [node], problem: 'It is listed as open to calls without a key.' }
  if (open.length > 0) return { nodes: [node], problem: 'Its key is optional.' }
  const schemes = alternatives.flat().flatMap((name) => schemeOf(api, name) ?? [])
  const saying = [...schemes, ...keys.map((key) => key.node)]
  const wrong = saying.find((one) => {
    const prefixes: readonly string[] = api.text(one, 'description')?.match(TEST_PREFIX) ?? []
    return prefixes.length > 0 && !prefixes.includes(TEST_KEY_PREFIX)
  })
  if (wrong === undefined) return { nodes: saying, problem: null }
  return { nodes: [wrong], problem: `A TEST key begins with ${TEST_KEY_PREFIX}, not as it says.` }
}
