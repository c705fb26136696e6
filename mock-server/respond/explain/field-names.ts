import { slipsBetween } from '../../../contract/text/nearest.ts'

/** The two fields of a purchase. */
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
