import { childPointer, isObject, type JsonPointer } from '../../contract/wire/json-pointer.ts'
import type { Answer } from '../run/answer.ts'
import { type Node, placeOf } from './openapi/document/api-document.ts'

/** What one request showed, safe to write down: without keys and without values of other fields. */
export type Sighting = {
  /** The request line, as it was sent, and what was special about it. */
  readonly request: string
  /** Null when no answer arrived. */
  readonly status: number | null
  /** The shape of the answer's body, with the values that were looked for. */
  readonly excerpt: string
}

/** What one place of the operator's own document says. */
export type DocumentSighting = {
  /** The name of its file. */
  readonly document: string
  readonly pointer: JsonPointer
  readonly excerpt: string
}

/** A key of the profile that a document of this kit is marked with, and where its answer came from. */
export type Mark = { readonly key: string; readonly provenance: string }

/** Where an answer was seen: in answers of a service, or in its document. */
export type Evidence = {
  readonly seen: readonly (Sighting | DocumentSighting)[]
  readonly source?: 'openapi'
  readonly marks?: readonly Mark[]
}

/** The most characters of an excerpt. */
const EXCERPT_CHARACTERS = 200
/** The most places of a document that are named. */
const MOST_SIGHTINGS = 3

/** A text, cut to this many characters. */
export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/**
 * What an answer showed.
 *
 * @param shown the pointers whose values are shown.
 * @param clean removes keys from a text.
 */
export function sightingOf(
  { exchange, status, failure, json }: Answer,
  shown: readonly JsonPointer[],
  clean: (text: string) => string,
  how = '',
): Sighting {
  const line = `${exchange.request.method} ${exchange.request.target}${how === '' ? '' : ` (${how})`}`
  const excerpt = failure ?? bodyShape(json, { shown, clean })
  return { request: clean(line), status, excerpt: clipped(clean(excerpt), EXCERPT_CHARACTERS) }
}

/** What some places of a document say, without keys. */
export function documentSightings(
  nodes: readonly Node[],
  clean: (text: string) => string,
): readonly DocumentSighting[] {
  const distinct = [...new Map(nodes.map((node) => [placeOf(node), node])).values()]
  return distinct.slice(0, MOST_SIGHTINGS).map(({ file, pointer, value }) => ({
    document: clean(file),
    pointer: clean(pointer),
    excerpt: clipped(clean(JSON.stringify(value) ?? ''), EXCERPT_CHARACTERS),
  }))
}

/** The keys of the profile that a place of this kit's own documents is marked with. */
export function marksOf({ value }: Node): readonly Mark[] {
  const marks = isObject(value) && Object.hasOwn(value, 'x-assumption') ? [value['x-assumption']].flat() : []
  return marks.filter(isObject).map(({ profileKey, provenance }) => ({
    key: String(profileKey),
    provenance: String(provenance),
  }))
}

/** How a body is shown: which of its values, and how keys are removed from every text before it is cut. */
type Showing = {
  readonly shown: readonly JsonPointer[]
  readonly clean: (text: string) => string
}

const DEEPEST = 6
const MOST_MEMBERS = 12
const MOST_CHARACTERS = 60

/**
 * The shape of a body: names and types. Only named values are shown.
 *
 * @param body the body, parsed; undefined when it is not JSON.
 *
 * @example
 * bodyShape({ data: { mode: 'TEST', owner: 'Ann' } }, { shown: ['/data/mode'], clean: redact })
 * // '{"data":{"mode":"TEST","owner":string}}'
 */
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
