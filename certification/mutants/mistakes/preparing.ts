import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { GOOD } from '../client/decisions.ts'
import type { ModelOperation } from '../client/facts.ts'
import { blamed, type Mistake } from './mistake.ts'

const SKIPPED: readonly (readonly [ModelOperation, ClientClauseId])[] = [
  ['ping', 'ping-first'],
  ['products', 'sku-from-catalogue'],
  ['price', 'price-before-purchase'],
  ['balance', 'balance-before-purchase'],
]

/** Mistakes in what a client reads before it buys. */
export const PREPARING: readonly Mistake[] = [
  ...(SKIPPED.map(([skipped, clause]) => ({
    says: `buys without the ${skipped}`,
    change: { reads: (facts) => GOOD.reads(facts).filter((operation) => operation !== skipped) },
    cells: blamed(clause, 'first', 'always'),
  })) satisfies readonly Mistake[]),
  {
    says: 'reads the price of another card',
    change: {
      request: (_, request) =>
        request.operation === 'price' ? { ...request, path: '/products/SCENARIO-LONG/price' } : request,
    },
    cells: blamed('price-before-purchase', 'first', 'always'),
  },
  {
    says: 'reads price and balance after it bought',
    change: {
      reads: () => ['ping', 'products'],
      besides: ({ now, sku }) =>
        now === 'settled'
          ? [`/products/${sku}/price`, '/balance'].map((path) => ({ method: 'GET', path, body: null }))
          : [],
    },
    cells: blamed(['price-before-purchase', 'balance-before-purchase'], 'first', 'always'),
  },
  {
    says: 'buys another card than it read the price of',
    change: { order: (facts) => ({ ...GOOD.order(facts), sku: 'SCENARIO-FAILS' }) },
    cells: blamed('price-before-purchase', 'second'),
  },
]
