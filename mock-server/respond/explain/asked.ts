import { slipsBetween } from '../../../contract/text/nearest.ts'
import { redact } from '../../../contract/text/redact.ts'

/** A refused request for the comparison with the operations: its texts without the key. */
export type Asked = {
  readonly method: string
  /** As it was sent, without the query. */
  readonly path: string
  /** Without its question mark. */
  readonly query: string
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a TEST key is at the profile's position. */
  readonly hasKey: boolean
  /** `null` if there was none, or it could not be read. */
  readonly body: string | null
}

const LONGEST_QUOTE = 60
/** A shortened key is still recognised by its beginning. */
const LOOKED_AT = 300

/** A text of the request as a sentence may show it: in quotes, short, and without any key. */
export function quoted(text: string): string {
  const redacted = redact(text.slice(0, LOOKED_AT))
  return JSON.stringify(
    redacted.length > LONGEST_QUOTE ? `${redacted.slice(0, LONGEST_QUOTE - 1)}…` : redacted,
  )
}

const MOST_PARAMETERS = 20

/** The parameters of a query, in their order; a plus sign is not decoded. */
export function queryNames({ query }: Asked): readonly string[] {
  return query === '' ? [] : query.split('&', MOST_PARAMETERS).map((pair) => pair.split('=', 1)[0] ?? '')
}

export type FieldName = 'partnerReference' | 'sku'

/** Their names in other APIs, without case and separators. */
const OTHER_NAMES: Readonly<Record<FieldName, readonly string[]>> = {
  partnerReference: [
    'reference',
    'ref',
    'partnerref',
    'orderreference',
    'orderref',
    'externalreference',
    'merchantreference',
    'clientreference',
    'referenceid',
    'orderid',
    'idempotencykey',
  ],
  sku: ['skuid', 'skucode', 'productsku', 'product', 'productid', 'productcode', 'item', 'card'],
}

const LONGEST_NAME = 40

/**
 * Which of the two fields a differently written name means.
 *
 * @example
 * fieldMeantBy('partner_reference') // 'partnerReference'
 */
export function fieldMeantBy(name: string): FieldName | undefined {
  if (name.length > LONGEST_NAME) return undefined
  const folded = name.toLowerCase().replace(/[\s_.-]/g, '')
  const fits = (field: FieldName) =>
    OTHER_NAMES[field].includes(folded) || slipsBetween(folded, field.toLowerCase()) !== undefined
  if (fits('partnerReference')) return 'partnerReference'
  return fits('sku') ? 'sku' : undefined
}
