import {
  childPointer,
  isObject,
  type JsonPointer,
  pointerTokens,
  readPointer,
} from '../../../../contract/wire/json-pointer.ts'
import { wordsOf } from '../../places.ts'
import { type ApiDocument, type Node, placeOf } from './api-document.ts'
import { type ApiOperation, contentOf, type JsonContent, responsesOf } from './operations.ts'
import { type DocumentSchema, type Shape, schemaShape } from './schema-shape.ts'

export type SampleBody = {
  readonly body: unknown
  readonly shapes: ReadonlyMap<JsonPointer, Shape>
}

export type Described = {
  readonly operation: ApiOperation
  /** Undefined if the document shows no JSON. */
  readonly content: JsonContent | undefined
  readonly sample: SampleBody
}

/** What an operation answers when it succeeds: its first 2xx with JSON. */
export function describedAnswer(api: ApiDocument, operation: ApiOperation): Described {
  const served = responsesOf(api, operation).filter(({ code }) => /^2(?:\d\d|XX)$/i.test(code))
  const content = served.map(({ node }) => contentOf(api, node)).find((json) => json !== undefined)
  return { operation, content, sample: sampleIn(api, content) }
}

/** Where a place of a body is described: its schemas, else the example that shows it. */
export function nodesAt({ sample, content, operation }: Described, pointer: JsonPointer): readonly Node[] {
  const nodes = sample.shapes.get(pointer)?.nodes ?? []
  return nodes.length > 0 ? nodes : [content?.node ?? operation.node]
}

const MOST_PLACES = 5000

/**
 * A body as an operation's content describes it: one that fits the schema, with a value in every place that the schema
 * names, and that of an example if there is one.
 */
export function sampleIn(api: ApiDocument, content: JsonContent | undefined): SampleBody {
  const shapes = new Map<JsonPointer, Shape>()
  const [example] = content?.examples ?? []
  if (content?.schema === undefined) return { body: example, shapes }

  const valueAt = (
    at: DocumentSchema,
    pointer: JsonPointer,
    shown: unknown,
    above: readonly string[],
  ): unknown => {
    const shape = schemaShape(api, at)
    shapes.set(pointer, shape)
    const hint = shown ?? shape.examples[0]
    const places = shape.nodes.map(placeOf)
    if (shapes.size > MOST_PLACES || places.some((place) => above.includes(place))) return hint
    const within = [...above, ...places]
    const [type] = hint === undefined ? (shape.types ?? []) : []
    if (shape.items !== undefined) {
      const [first, ...rest] = Array.isArray(hint) ? hint : []
      return [valueAt(shape.items, `${pointer}/0`, first, within), ...rest]
    }
    if (Array.isArray(hint) || type === 'array') return hint ?? []
    if (shape.properties.size === 0 && !isObject(hint) && type !== 'object')
      return hint ?? leaf(shape, pointer)
    const given = isObject(hint) ? hint : {}
    const members = [...shape.properties].map(([member, schema]): [string, unknown] => {
      const own = Object.hasOwn(given, member) ? given[member] : undefined
      return [member, valueAt(schema, childPointer(pointer, member), own, within)]
    })
    return Object.fromEntries([...Object.entries(given), ...members])
  }
  return { body: valueAt(content.schema, '', example, []), shapes }
}

/** What a text is likely to be, by a word in its name: the first that its schema admits is used. */
const TEXTS: readonly (readonly [words: readonly string[], texts: readonly string[]])[] = [
  [['status', 'state'], ['ok']],
  [['mode', 'environment'], ['TEST']],
  [['currency', 'ccy', 'cur', 'iso'], ['XXX']],
  [
    ['price', 'amount', 'value', 'total', 'cost', 'balance', 'available', 'funds'],
    ['10.00', '1000'],
  ],
]
const ANY_TEXT = ['text', '10.00', '1000', 'XXX']

function leaf(shape: Shape, pointer: JsonPointer): unknown {
  const words = wordsOf(pointerTokens(pointer).findLast((name) => !/^\d+$/.test(name)) ?? '')
  const likely = TEXTS.flatMap(([names, texts]) => (names.some((word) => words.includes(word)) ? texts : []))
  const [type] = shape.types ?? []
  if (shape.values !== undefined)
    return [...likely, 'ok', 'TEST'].find((text) => admits(shape, text)) ?? shape.values[0]
  if (type === 'integer') return 1000
  if (type === 'number') return 10.5
  if (type === 'boolean') return true
  return [...likely, ...ANY_TEXT].find((text) => admits(shape, text)) ?? 'text'
}

const LONGEST_PATTERN = 200

/** Whether a text fits a shape, as far as it says. The text must be short: patterns come from outside. */
export function admits({ types, values, patterns }: Shape, text: string): boolean {
  if (values !== undefined) return values.includes(text)
  if (types !== undefined && !types.includes('string')) return false
  return patterns.every((pattern) => pattern.length > LONGEST_PATTERN || matches(pattern, text))
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** What a body's schema says of a place: it is there, it is not among the members that are listed, or nothing. */
export type Presence = 'there' | 'absent' | 'open'

export function presenceOf(sample: SampleBody, pointer: JsonPointer): Presence {
  const { shapes, body } = sample
  if (shapes.has(pointer) || readPointer(body, pointer) !== undefined) return 'there'
  if (pointer === '') return 'open'
  const parent = pointer.slice(0, pointer.lastIndexOf('/'))
  const above = presenceOf(sample, parent)
  const shape = shapes.get(parent)
  if (above !== 'there' || shape === undefined) return above === 'there' ? 'absent' : above
  const isNoObject = shape.types !== undefined && !shape.types.includes('object')
  return isNoObject || shape.properties.size > 0 ? 'absent' : 'open'
}

/** The types that fit at a place; none if its schema does not say. */
export function typesAt({ shapes }: SampleBody, pointer: JsonPointer): readonly string[] {
  const { types = [], properties } = shapes.get(pointer) ?? {}
  return types.length === 0 && properties !== undefined && properties.size > 0 ? ['object'] : types
}
