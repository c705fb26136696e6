import type { Profile } from '../../../contract/profile/profile.ts'
import {
  anySuccess,
  changeDocument,
  changedAt,
  changedObjects,
  isSuccess,
  SHOWN_IN,
  showsSuccess,
  type Variant,
} from '../variant.ts'

const MORE_CARDS = 500

/** What the reference shows of a document are the fields that it lists (§2, §4.5), and that a success is a success. */
export function fieldVariants({ products: { pointer } }: Profile): readonly Variant[] {
  const { atOnce, processing } = SHOWN_IN
  return [
    {
      id: 'unknown-order-fields',
      gaps: ['order-fields'],
      change: 'Every object in an answer about an order has undocumented fields.',
      readAt: 'the objects down to `data.order.order` and `data.order`',
      scenarios: [processing],
      answers: changeDocument(withUnknownMembers, 'createOrder', 'lookupOrder'),
      isReceived: showsSuccess('createOrder', 'lookupOrder'),
    },
    {
      id: 'unknown-fields-elsewhere',
      gaps: ['product-fields', 'price-fields', 'balance-fields'],
      change: 'Every object in the answers to reads has undocumented fields.',
      readAt: 'the objects of the ping, the catalogue, a price and the balance',
      scenarios: [atOnce],
      answers: changeDocument(withUnknownMembers, 'ping', 'listProducts', 'getPrice', 'getBalance'),
      isReceived: showsSuccess('ping', 'listProducts', 'getPrice', 'getBalance'),
    },
    {
      id: 'products-of-sku-alone',
      gaps: ['product-fields'],
      change: 'A product of the catalogue has its sku, and no other field.',
      readAt: 'the products of the catalogue',
      scenarios: [atOnce],
      answers: changeDocument(
        (document) =>
          changedAt(document, pointer, (entries) => listOf(entries).map((one) => ({ sku: Object(one).sku }))),
        'listProducts',
      ),
      isReceived: showsSuccess('listProducts'),
    },
    {
      id: 'large-catalogue',
      gaps: ['catalogue-paging'],
      change: `The catalogue has ${MORE_CARDS} more products, before all others.`,
      readAt: 'the catalogue',
      scenarios: [atOnce],
      answers: changeDocument(
        (document) => changedAt(document, pointer, (entries) => [...moreCards(), ...listOf(entries)]),
        'listProducts',
      ),
      isReceived: showsSuccess('listProducts'),
    },
    {
      id: 'purchase-201',
      gaps: ['success-status'],
      change: 'A purchase is answered with 201.',
      readAt: 'the status of the answer to a purchase',
      scenarios: [processing],
      answers: (answer) => (isSuccess(answer, 'createOrder') ? { ...answer, status: 201 } : answer),
      isReceived: showsSuccess('createOrder'),
    },
    {
      id: 'every-success-202',
      gaps: ['success-status'],
      change: 'Every success is a 202.',
      readAt: 'the status of every answer',
      scenarios: [processing],
      answers: (answer) => (isSuccess(answer) ? { ...answer, status: 202 } : answer),
      isReceived: anySuccess,
    },
  ]
}

/** The same document, with unknown members in every object, but not at the position of a summary. */
function withUnknownMembers(document: unknown): unknown {
  const unknownMembers = [
    ['order_', { status: 'NOT_THE_SUMMARY' }],
    ['unknown', [null, 1, 'x']],
  ] as const
  return changedObjects(document, (members) => [...members, ...unknownMembers])
}

function listOf(entries: unknown): readonly unknown[] {
  return Array.isArray(entries) ? entries : []
}

function moreCards(): readonly { sku: string; name: string }[] {
  return Array.from({ length: MORE_CARDS }, (_, index) => ({ sku: `OTHER-${index}`, name: `Card ${index}` }))
}
