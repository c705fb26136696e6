/** What a kind of value is called, which JSON type it has, and how it is told. */
type KindFacts = {
  readonly type: JsonType
  /** As a sentence says it. */
  readonly says: string
  /** Which texts are of this kind. The first kind that fits, in the order of the table, is a text's own. */
  readonly pattern?: RegExp
  /** A text without a format hardly ever looks like this by accident. */
  readonly rigid?: true
}

/** The types of JSON (RFC 8259, section 3), and `none` for a body that is not JSON. */
export type JsonType = 'none' | 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string'

/** Every kind of value that is told apart. Of a text no more is recorded than its kind. */
export const KINDS = {
  'not-json': { type: 'none', says: 'no JSON' },
  boolean: { type: 'boolean', says: 'a boolean' },
  object: { type: 'object', says: 'an object' },
  array: { type: 'array', says: 'an array' },
  integer: { type: 'number', says: 'an integer' },
  fraction: { type: 'number', says: 'a number with a fraction' },
  empty: { type: 'string', says: 'an empty text', pattern: /^$/ },
  digits: { type: 'string', says: 'a text of digits', pattern: /^-?\d+$/ },
  decimal: { type: 'string', says: 'a decimal text', pattern: /^-?\d+\.\d+$/, rigid: true },
  date: { type: 'string', says: 'a date', pattern: /^\d{4}-\d\d-\d\d$/, rigid: true },
  'date-time': {
    type: 'string',
    says: 'a date-time',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i,
    rigid: true,
  },
  'local-date-time': {
    type: 'string',
    says: 'a date-time without an offset',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i,
    rigid: true,
  },
  uuid: {
    type: 'string',
    says: 'a UUID',
    pattern: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
    rigid: true,
  },
  uri: {
    type: 'string',
    says: 'a URI',
    pattern: /^(?:[a-z][a-z\d+.-]*:\/\/|urn:|about:|mailto:)\S+$/i,
    rigid: true,
  },
  currency: { type: 'string', says: 'three capitals, as a currency code', pattern: /^[A-Z]{3}$/ },
  token: { type: 'string', says: 'a word in capitals', pattern: /^[A-Z][A-Z\d]*(?:[_.:-][A-Z\d]+)*$/ },
  text: { type: 'string', says: 'a text', pattern: /^/ },
  null: { type: 'null', says: 'null' },
} as const satisfies Record<string, KindFacts>

/** A kind of value, such as `decimal`. */
export type Kind = keyof typeof KINDS

/** Every kind, in the order of the table. */
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

/** The kinds of text that a field keeps to when it has a format. */
export const RIGID_KINDS: readonly Kind[] = KIND_NAMES.filter((kind) => 'rigid' in KINDS[kind])

const TEXT_PATTERNS = KIND_NAMES.flatMap((kind) => {
  const facts: KindFacts = KINDS[kind]
  return facts.pattern === undefined ? [] : [[kind, facts.pattern] as const]
})

/** No format is longer, and no pattern is tried on more. */
const LONGEST_FORMATTED = 2048

/**
 * The kind of a JSON value; `undefined` stands for a body that is not JSON.
 *
 * @example
 * kindOf('25.00') // 'decimal'
 */
export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return kindOfText(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  if (typeof value === 'boolean') return 'boolean'
  if (value === null) return 'null'
  if (value === undefined) return 'not-json'
  return Array.isArray(value) ? 'array' : 'object'
}

function kindOfText(text: string): Kind {
  if (text.length > LONGEST_FORMATTED || text.includes(' ')) return 'text'
  for (const [kind, pattern] of TEXT_PATTERNS) if (pattern.test(text)) return kind
  return 'text'
}

/**
 * Kinds in words, in the order of the table.
 *
 * @example
 * saidKinds(['null', 'decimal']) // 'a decimal text or null'
 */
export function saidKinds(kinds: readonly Kind[]): string {
  return KIND_NAMES.filter((kind) => kinds.includes(kind))
    .map((kind) => KINDS[kind].says)
    .join(' or ')
}
