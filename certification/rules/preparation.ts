import type { GapId } from '../../contract/reference/gaps.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { parsedJson } from '../analysis/order-answer.ts'
import { pricedSku } from '../analysis/prices.ts'
import { broken, type Finding, kept, notObserved } from '../finding.ts'
import { quoteName } from '../quote-name.ts'

const NO_PURCHASE = 'No purchase was sent, and this clause is about what comes before a purchase.'

/** §1.3: it checks connectivity before its first purchase. */
export const pingFirst = (analysis: Analysis): Finding =>
  readBefore(
    analysis,
    'ping',
    'It bought without a ping before: GET /ping shows whether the service is reachable.',
  )

/** §4.4: it reads the balance before its first purchase. */
export const balanceBeforePurchase = (analysis: Analysis): Finding =>
  readBefore(
    analysis,
    'getBalance',
    'It bought without reading the balance before: it could not know whether it was enough.',
  )

/** §4.4: it reads the price of each SKU before it first purchases it. */
export function priceBeforePurchase(analysis: Analysis): Finding {
  const first = firstOfEachSku(analysis)
  if (first.length === 0) return notObserved(NO_PURCHASE)
  const asked = first.map(({ sku, exchange }) => ({
    sku,
    exchange,
    price: servedBefore(analysis, exchange, 'getPrice').find((one) => pricedSku(one) === sku),
  }))
  const blind = asked.find(({ price }) => price === undefined)
  if (blind === undefined) return kept({ evidence: asked.flatMap(({ price }) => price ?? []) })
  return broken(`It bought ${quoteName(blind.sku)} without reading its price before.`, {
    breaks: [blind.exchange],
  })
}

/** §2: what it buys, it has read from the catalogue. */
export function skuFromCatalogue(analysis: Analysis): Finding {
  const restsOn: readonly GapId[] = ['catalogue-position', 'catalogue-paging']
  const first = firstOfEachSku(analysis)
  if (first.length === 0) return notObserved(NO_PURCHASE)
  for (const { sku, exchange } of first) {
    const catalogues = servedBefore(analysis, exchange, 'listProducts')
    const grounds = { breaks: [exchange], evidence: catalogues.slice(0, 1), restsOn }
    if (catalogues.length === 0)
      return broken(`It bought ${quoteName(sku)} without reading the catalogue before.`, grounds)
    if (!catalogues.some((one) => skusIn(one, analysis).has(sku)))
      return broken(`It bought ${quoteName(sku)}, which is not in the catalogue that it read.`, grounds)
  }
  return kept({ evidence: first.map(({ exchange }) => exchange), restsOn })
}

function readBefore(analysis: Analysis, operation: OperationId, message: string): Finding {
  const [first] = analysis.purchases
  if (first === undefined) return notObserved(NO_PURCHASE)
  const [read] = servedBefore(analysis, first.exchange, operation)
  return read === undefined ? broken(message, { breaks: [first.exchange] }) : kept({ evidence: [read] })
}

/** The answers that had reached the client, to one operation, when it sent something else. */
function servedBefore(
  { trial }: Analysis,
  { arrivedMs }: Exchange,
  wanted: OperationId,
): readonly Exchange[] {
  return trial.exchanges.filter(({ operation, response, delivery }) => {
    if (operation !== wanted || response === null || response.status < 200 || response.status >= 300)
      return false
    return (delivery?.outcome ?? 'delivered') === 'delivered' && response.answeredMs <= arrivedMs
  })
}

function firstOfEachSku({ purchases }: Analysis): readonly { sku: string; exchange: Exchange }[] {
  const first = new Map<string, Exchange>()
  for (const { sku, exchange } of purchases)
    if (sku !== undefined && !first.has(sku)) first.set(sku, exchange)
  return [...first].map(([sku, exchange]) => ({ sku, exchange }))
}

function skusIn({ response }: Exchange, { profile }: Analysis): ReadonlySet<unknown> {
  const products = readPointer(parsedJson(response?.body ?? ''), profile.products.pointer)
  return new Set(Array.isArray(products) ? products.map((product) => product?.sku) : [])
}
