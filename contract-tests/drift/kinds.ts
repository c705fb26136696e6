/** The types of JSON (RFC 8259, section 3), and `none` for a body that is not JSON. */
export type JsonType = 'none' | 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string'

type KindFacts = {
  readonly type: JsonType
  /** As a sentence calls it. */
  readonly says: string
  /** Which texts are of this kind. The first pattern of the table that matches decides. */
  readonly pattern?: RegExp
  /** Whether it is a format: other texts hardly ever look like this by accident. */
  readonly isFormat?: true
}

/** Every kind of value that is distinguished. Of a text, only its kind is recorded. */
const KINDS = {
  'not-json': { type: 'none', says: 'no JSON' },
  boolean: { type: 'boolean', says: 'a boolean' },
  object: { type: 'object', says: 'an object' },
  array: { type: 'array', says: 'an array' },
  integer: { type: 'number', says: 'an integer' },
  fraction: { type: 'number', says: 'a number with a fraction' },
  empty: { type: 'string', says: 'an empty text', pattern: /^$/ },
  digits: { type: 'string', says: 'a text of digits', pattern: /^-?\d+$/ },
  decimal: { type: 'string', says: 'a decimal text', pattern: /^-?\d+\.\d+$/, isFormat: true },
  date: { type: 'string', says: 'a date', pattern: /^\d{4}-\d\d-\d\d$/, isFormat: true },
  'date-time': {
    type: 'string',
    says: 'a date-time',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i,
    isFormat: true,
  },
  'local-date-time': {
    type: 'string',
    says: 'a date-time without an offset',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i,
    isFormat: true,
  },
  uuid: {
    type: 'string',
    says: 'a UUID',
    pattern: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
    isFormat: true,
  },
  uri: {
    type: 'string',
    says: 'a URI',
    pattern: /^(?:[a-z][a-z\d+.-]*:\/\/|urn:|about:|mailto:)\S+$/i,
    isFormat: true,
  },
  currency: { type: 'string', says: 'three capitals, as a currency code', pattern: /^[A-Z]{3}$/ },
  token: { type: 'string', says: 'a word in capitals', pattern: /^[A-Z][A-Z\d]*(?:[_.:-][A-Z\d]+)*$/ },
  text: { type: 'string', says: 'a text', pattern: /^/ },
  null: { type: 'null', says: 'null' },
} as const satisfies Record<string, KindFacts>

/** A kind of value, such as `decimal`. */
export type Kind = keyof typeof KINDS

// Object.keys() of a constant table: its keys, and there is at least one.
/** Every kind, in the order of the table. */
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

const FACTS: Readonly<Record<Kind, KindFacts>> = KINDS

/** Patterns are not tried on longer texts. */
const LONGEST_FORMATTED = 2048

/**
 * The kind of a JSON value; `undefined` is a body that is not JSON.
 *
 * @example
 * kindOf('25.00') // 'decimal'
 */
export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') {
    if (value.length > LONGEST_FORMATTED || value.includes(' ')) return 'text'
    return KIND_NAMES.find((kind) => FACTS[kind].pattern?.test(value)) ?? 'text'
  }
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  if (typeof value === 'boolean') return 'boolean'
  if (value === null) return 'null'
  if (value === undefined) return 'not-json'
  return Array.isArray(value) ? 'array' : 'object'
}

/** How often each kind was seen. */
export type Kinds = { readonly [Name in Kind]?: number }

/** The kinds that were seen, in the order of the table. */
export function kindsIn(kinds: Kinds): Kind[] {
  return KIND_NAMES.filter((kind) => kinds[kind] !== undefined)
}

/** The JSON type of a kind. */
export function typeOf(kind: Kind): JsonType {
  return FACTS[kind].type
}

/** Whether a kind is a format that all values of a text field have. */
export function isFormat(kind: Kind): boolean {
  return FACTS[kind].isFormat === true
}

/**
 * Kinds in words, in the order of the table.
 *
 * @example
 * inWords(['null', 'decimal']) // 'a decimal text or null'
 */
export function inWords(kinds: readonly Kind[]): string {
  return KIND_NAMES.filter((kind) => kinds.includes(kind))
    .map((kind) => FACTS[kind].says)
    .join(' or ')
}
