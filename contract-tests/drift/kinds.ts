/** The types of JSON (RFC 8259, section 3), and `none` for a body that is not JSON. */
export type JsonType = 'none' | 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string'

/**
 * Every kind of value that is distinguished, with its type and how a sentence calls it. Of a text, only its kind is
 * recorded: the first whose pattern matches. A format is a kind that other texts hardly ever look like by accident.
 */
const KINDS = {
  'not-json': ['none', 'no JSON'],
  boolean: ['boolean', 'a boolean'],
  object: ['object', 'an object'],
  array: ['array', 'an array'],
  integer: ['number', 'an integer'],
  fraction: ['number', 'a number with a fraction'],
  empty: ['string', 'an empty text', /^$/],
  digits: ['string', 'a text of digits', /^-?\d+$/],
  decimal: ['string', 'a decimal text', /^-?\d+\.\d+$/, 'format'],
  date: ['string', 'a date', /^\d{4}-\d\d-\d\d$/, 'format'],
  'date-time': ['string', 'a date-time', dateTime('(?:Z|[+-]\\d\\d:?\\d\\d)'), 'format'],
  'local-date-time': ['string', 'a date-time without an offset', dateTime(''), 'format'],
  uuid: ['string', 'a UUID', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i, 'format'],
  uri: ['string', 'a URI', /^(?:[a-z][a-z\d+.-]*:\/\/|urn:|about:|mailto:)\S+$/i, 'format'],
  currency: ['string', 'three capitals, as a currency code', /^[A-Z]{3}$/],
  token: ['string', 'a word in capitals', /^[A-Z][A-Z\d]*(?:[_.:-][A-Z\d]+)*$/],
  text: ['string', 'a text', /^/],
  null: ['null', 'null'],
} as const satisfies Record<string, KindFacts>

type KindFacts = readonly [type: JsonType, says: string, pattern?: RegExp, format?: 'format']

function dateTime(offset: string): RegExp {
  return new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?${offset}$`, 'i')
}

export type Kind = keyof typeof KINDS

// Object.keys() of a constant table: its keys, and there is at least one.
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

const FACTS: Readonly<Record<Kind, KindFacts>> = KINDS

/** Patterns are not tried on longer texts. */
const LONGEST_FORMATTED = 2048

/** `undefined` is a body that is not JSON. */
export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') {
    if (value.length > LONGEST_FORMATTED || value.includes(' ')) return 'text'
    return KIND_NAMES.find((kind) => FACTS[kind][2]?.test(value)) ?? 'text'
  }
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  if (typeof value === 'boolean') return 'boolean'
  if (value === null) return 'null'
  if (value === undefined) return 'not-json'
  return Array.isArray(value) ? 'array' : 'object'
}

export type Kinds = { readonly [Name in Kind]?: number }

/** The kinds that were seen, in the order of the table. */
export function kindsIn(kinds: Kinds): Kind[] {
  return KIND_NAMES.filter((kind) => kinds[kind] !== undefined)
}

export function typeOf(kind: Kind): JsonType {
  return FACTS[kind][0]
}

export function isFormat(kind: Kind): boolean {
  return FACTS[kind][3] === 'format'
}

/** In the order of the table: `a decimal text or null`. */
export function inWords(kinds: readonly Kind[]): string {
  return KIND_NAMES.filter((kind) => kinds.includes(kind))
    .map((kind) => FACTS[kind][1])
    .join(' or ')
}
