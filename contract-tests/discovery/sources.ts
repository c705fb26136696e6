import type { Profile } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import { envelope } from '../../contract/wire/bodies.ts'
import { childPointer, isObject, type JsonPointer, pointerTokens } from '../../contract/wire/json-pointer.ts'
import { type DocumentedId, type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { type Answer, describeAnswer, isServed } from '../run/exchange.ts'
import type { Pace } from '../run/pace.ts'
import { REFERENCE_PREFIX, type Target } from '../run/target.ts'
import { clipped, type DocumentSighting, type Evidence, type Findings, type Mark } from './findings.ts'
import { type ApiDocument, type Node, placeOf } from './openapi/document/api-document.ts'
import type { FoundOperations } from './openapi/document/operations.ts'
import { type Described, nodesAt } from './openapi/document/sample.ts'
import type { Prober } from './prober.ts'

/** Both sources: what was found, and the profile that the search starts from. */
export type Searching = { readonly findings: Findings; readonly start: Profile }

export type RefusalKind = 'unauthenticated' | 'notFound' | 'invalidBody'

export type Search = Searching &
  Pick<Target, 'baseUrl' | 'runId'> & {
    readonly prober: Prober
    readonly pace: Pace
    /** Every refusal so far, and what was special about its request. */
    readonly refusals: { readonly kind: RefusalKind; readonly answer: Answer; readonly how: string }[]
  }

export type KeyedSearch = Search & { readonly auth: Auth }

export type Reading = Searching & {
  readonly api: ApiDocument
  readonly operations: FoundOperations
  /** The operations that it describes; the lookup, once it is found. */
  readonly described: Readonly<Partial<Record<OperationId, Described>>>
}

/** What a source shows of an operation that is served: the same for answers of a service, and for a document. */
export type Shown = {
  readonly isDocument: boolean
  /** At the start of a sentence: `GET /ping answered 200`. */
  readonly what: string
  /** The bodies; of a document, one that is made from its schema and its examples. */
  readonly bodies: readonly unknown[]
  /** Where it was seen, with the values at some places. */
  readonly evidence: (...pointers: readonly JsonPointer[]) => Evidence
  /** Whether the numbers of a place are written with decimals, also if these are zero: `25.00`. */
  readonly hasDecimals: (pointer: JsonPointer) => boolean
  /** What only a document says: the values that it lists for a place, its descriptions, and whether it shows a value. */
  readonly listed: (pointer: JsonPointer) => readonly unknown[]
  readonly descriptions: (pointer: JsonPointer) => readonly string[]
  readonly isMadeUp: (pointer: JsonPointer) => boolean
}

/** A reference that no other run has (§2). */
export function newReference({ runId }: Search, label: string): string {
  return `${REFERENCE_PREFIX}:${runId}-${label}`
}

/** Whether an answer is a success with a `data` object (§2). */
export function hasData(answer: Answer): boolean {
  return isServed(answer) && envelope.safeParse(answer.json).success
}

/** Names the other candidates, after the one that was chosen. */
export function beside(words: string, others: readonly string[]): string {
  return others.length === 0 ? '' : `; ${words} ${others.join(', ')}`
}

const MOST_SHOWN = 2

export function together(all: readonly Evidence[]): Evidence {
  const marks = all.flatMap((one) => one.marks ?? [])
  return { ...all[0], seen: all.flatMap(({ seen }) => seen), marks }
}

const EXCERPT_CHARACTERS = 200

/** Evidence of answers that a service gave, with the values at some places, and what was special about the requests. */
export function seenIn(
  { findings: { clean } }: Searching,
  answers: readonly Answer[],
  pointers: readonly JsonPointer[] = [],
  how = '',
): Evidence {
  const seen = answers.map(({ exchange, status, failure, json }) => {
    const line = `${exchange.request.method} ${exchange.request.target}${how === '' ? '' : ` (${how})`}`
    const excerpt = failure ?? bodyShape(json, { shown: pointers, clean })
    return { request: clean(line), status, excerpt: clipped(clean(excerpt), EXCERPT_CHARACTERS) }
  })
  return { seen }
}

export function seenEach(
  searching: Searching,
  asked: readonly { readonly answer: Answer; readonly how: string }[],
): Evidence {
  return together(asked.map(({ answer, how }) => seenIn(searching, [answer], [], how)))
}

/** What the answers of a service to one operation show: those with data, if there is any. */
export function shownBy(search: Searching, answers: readonly Answer[]): Shown {
  const served = answers.filter(hasData)
  const shown = (served.length === 0 ? answers : served).slice(0, MOST_SHOWN)
  return {
    isDocument: false,
    what: answers[0] === undefined ? 'Nothing was asked for' : describeAnswer(answers[0]),
    bodies: served.map(({ json }) => json),
    evidence: (...pointers) => seenIn(search, shown, pointers),
    hasDecimals: (pointer) => served.some(({ exchange }) => isDecimal(pointer, exchange.response?.body)),
    listed: () => [],
    descriptions: () => [],
    isMadeUp: () => false,
  }
}

/** 25.00 is parsed to 25: only the text shows the decimals. */
function isDecimal(pointer: JsonPointer, text = ''): boolean {
  const name = JSON.stringify(pointerTokens(pointer).at(-1) ?? '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`${name}\\s*:\\s*-?\\d+\\.\\d`).test(text)
}

const MOST_SIGHTINGS = 3

export function seenAt({ findings: { clean } }: Searching, nodes: readonly Node[]) {
  const distinct = [...new Map(nodes.map((node) => [placeOf(node), node])).values()]
  const seen = distinct.slice(0, MOST_SIGHTINGS).map(
    ({ file, pointer, value }): DocumentSighting => ({
      document: clean(file),
      pointer: clean(pointer),
      excerpt: clipped(clean(JSON.stringify(value) ?? ''), EXCERPT_CHARACTERS),
    }),
  )
  return { seen, source: 'openapi' as const, marks: nodes.flatMap(marksOf) }
}

/** The keys of the profile that a place of this kit's own documents is marked with. */
export function marksOf({ value }: Node): readonly Mark[] {
  const marks = isObject(value) && Object.hasOwn(value, 'x-assumption') ? [value['x-assumption']].flat() : []
  return marks.filter(isObject).map(({ profileKey, provenance }) => ({
    key: String(profileKey),
    provenance: String(provenance),
  }))
}

const FRACTION_FORMATS = ['double', 'float', 'decimal']

export function describedIn(reading: Reading, id: DocumentedId): Shown {
  const described = reading.described[id]
  const nodes = (pointer: JsonPointer) => (described === undefined ? [] : nodesAt(described, pointer))
  const shapeAt = (pointer: JsonPointer) => described?.sample.shapes.get(pointer)
  const keyword = (pointer: JsonPointer, name: string) =>
    nodes(pointer).flatMap((node) => reading.api.child(node, name)?.value ?? [])
  const { method, path } = operationsOf(reading.start)[id]
  return {
    isDocument: true,
    what: `The document ${described === undefined ? 'lists no' : 'describes'} ${method} ${path}`,
    bodies: described === undefined ? [] : [described.sample.body],
    evidence: (...pointers) => seenAt(reading, pointers.flatMap(nodes)),
    hasDecimals: (pointer) =>
      keyword(pointer, 'format').some((format) => FRACTION_FORMATS.includes(String(format))),
    listed: (pointer) => shapeAt(pointer)?.named ?? [],
    descriptions: (pointer) => nodes(pointer).flatMap((node) => reading.api.text(node, 'description') ?? []),
    isMadeUp: (pointer) => {
      const { types = [], examples = [], patterns = [] } = shapeAt(pointer) ?? { types: ['integer'] }
      const says = ['format', 'multipleOf'].flatMap((name) => keyword(pointer, name))
      const shown = [...examples, ...patterns, ...says, ...(described?.content?.examples ?? [])]
      return !types.includes('integer') && shown.length === 0
    },
  }
}

/** Which values of a body are shown, and how keys are removed from every text before it is cut. */
type Showing = { readonly shown: readonly JsonPointer[]; readonly clean: (text: string) => string }

const DEEPEST = 6
const MOST_MEMBERS = 12
const MOST_CHARACTERS = 60

/** The shape of a body: names and types. Only named values are shown. */
export function bodyShape(body: unknown, { shown, clean }: Showing): string {
  const quoted = (value: unknown) => {
    const text = clean(JSON.stringify(value) ?? '')
    return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
  }
  const shapeAt = (node: unknown, at: JsonPointer): string => {
    const isTooDeep = at.split('/').length > DEEPEST
    if (Array.isArray(node)) {
      const more = node.length > 1 ? ` and ${node.length - 1} more` : ''
      return node.length === 0 || isTooDeep ? `[${node.length}]` : `[${shapeAt(node[0], `${at}/0`)}${more}]`
    }
    if (!isObject(node)) return shown.includes(at) ? quoted(node) : node === null ? 'null' : typeof node
    if (isTooDeep) return '{…}'
    // Members that contain a shown value come first: the rest may be cut.
    const members = Object.entries(node).map(([name, value]) => ({ name, value, to: childPointer(at, name) }))
    const leads = ({ to }: { readonly to: JsonPointer }) =>
      shown.some((one) => `${one}/`.startsWith(`${to}/`))
    const sorted = members.toSorted((one, other) => Number(leads(other)) - Number(leads(one)))
    const texts = sorted.map(({ name, value, to }, index) =>
      index < MOST_MEMBERS ? `${quoted(name)}:${shapeAt(value, to)}` : '…',
    )
    return `{${texts.slice(0, MOST_MEMBERS + 1).join(',')}}`
  }
  return body === undefined ? 'not JSON' : shapeAt(body, '')
}
