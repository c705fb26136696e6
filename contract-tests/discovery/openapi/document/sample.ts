import {
  childPointer,
  isObject,
  type JsonPointer,
  readPointer,
} from '../../../../contract/wire/json-pointer.ts'
import { wordsOf } from '../../findings/words.ts'
import { type ApiDocument, placeOf } from './api-document.ts'
import { type DocumentSchema, type Shape, schemaShape } from './schema-shape.ts'

/** A body as a document describes it, and the shape at each place in it. */
export type SampleBody = {
  readonly body: unknown
  readonly shapes: ReadonlyMap<JsonPointer, Shape>
}

const MOST_PLACES = 5000

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

/**
 * A body that fits a schema, with a value in every place that the schema names: that of an example if there is one.
 *
 * @param example a body that the document shows; undefined if it shows none.
 */
export function sampleOf(api: ApiDocument, schema: DocumentSchema | undefined, example: unknown): SampleBody {
  const shapes = new Map<JsonPointer, Shape>()
  if (schema === undefined) return { body: example, shapes }

  const valueAt = (
    at: DocumentSchema,
    pointer: JsonPointer,
    name: string,
    shown: unknown,
    above: readonly string[],
  ): unknown => {
    const shape = schemaShape(api, at)
    shapes.set(pointer, shape)
    const hint = shown ?? shape.examples[0]
    const places = shape.nodes.map(placeOf)
    if (shapes.size > MOST_PLACES || places.some((place) => above.includes(place))) return hint
    const within = [...above, ...places]
    if (shape.items !== undefined || fits(shape, 'array', hint)) {
      const [first] = Array.isArray(hint) ? hint : []
      const rest = Array.isArray(hint) ? hint.slice(1) : []
      return shape.items === undefined
        ? (hint ?? [])
        : [valueAt(shape.items, `${pointer}/0`, name, first, within), ...rest]
    }
    if (shape.properties.size === 0 && !fits(shape, 'object', hint)) return hint ?? leaf(shape, name)
    const given = isObject(hint) ? hint : {}
    const members = [...shape.properties].map(([member, schema]): [string, unknown] => {
      const own = Object.hasOwn(given, member) ? given[member] : undefined
      return [member, valueAt(schema, childPointer(pointer, member), member, own, within)]
    })
    return Object.fromEntries([...Object.entries(given), ...members])
  }
  return { body: valueAt(schema, '', '', example, []), shapes }
}

function fits({ types }: Shape, type: string, hint: unknown): boolean {
  const isOfType = type === 'array' ? Array.isArray(hint) : isObject(hint)
  return isOfType || (hint === undefined && types?.[0] === type)
}

function leaf(shape: Shape, name: string): unknown {
  const words = wordsOf(name)
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

/** The first place below `data` whose schema lists a value, whatever its name. */
export function placeListing({ shapes }: SampleBody, value: string): JsonPointer | undefined {
  const places = [...shapes].filter(([pointer]) => pointer.startsWith('/data/'))
  return places.find(([, { named }]) => named.includes(value))?.[0]
}

/** What a body's schema says of a place: it is there, it is not among the members that are listed, or nothing. */
export type Presence = 'there' | 'absent' | 'open'

/** Whether there is a place in a body. */
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
