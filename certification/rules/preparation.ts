import { is2xx } from '../../contract/judging/said.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { AFTERWARDS, IGNORED } from '../advice/sending.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { pricedSku } from '../analysis/balance.ts'
import { isRefusedAsNobody, type OrderExchange } from '../analysis/request.ts'
import { quoteName } from '../quote-name.ts'
import { type Advice, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

const NO_PURCHASE =
  'No purchase was sent with a key that is valid, and this clause is about what comes before a purchase.'

/** §1.3: it checks connectivity before its first purchase. */
export const pingFirst = (analysis: Analysis): RuleFinding =>
  readBefore(
    boughtIn(analysis, 'ping'),
    () => 'It bought without a ping before: GET /ping shows whether the service is reachable.',
  )

/** §4.4: it reads the balance before its first purchase. */
export const balanceBeforePurchase = (analysis: Analysis): RuleFinding =>
  readBefore(
    boughtIn(analysis, 'getBalance'),
    () => 'It bought without reading the balance before: it could not know whether it was enough.',
  )

/** §4.4: it reads the price of each SKU before it first purchases it. */
export const priceBeforePurchase = (analysis: Analysis): RuleFinding =>
  readBefore(
    boughtIn(analysis, 'getPrice'),
    (sku) => `It bought ${quoteName(sku)} without reading its price before.`,
  )

/** §2: what it buys, it has read from the catalogue. */
export function skuFromCatalogue(analysis: Analysis): RuleFinding {
  const restsOn: readonly GapId[] = ['catalogue-position', 'catalogue-paging']
  const bought = boughtIn(analysis, 'listProducts')
  const unlisted = bought.find((one) => !isListed(one, analysis))
  if (unlisted === undefined && bought.length > 0)
    return kept({ evidence: bought.map(({ purchase }) => purchase.exchange), restsOn })
  if (unlisted === undefined || unlisted.read.length === 0)
    return readBefore(
      bought,
      (sku) => `It bought ${quoteName(sku)} without reading the catalogue before.`,
      restsOn,
    )
  const { purchase, read } = unlisted
  return broken(`It bought ${quoteName(purchase.sku)}, which is not in the catalogue that it read.`, {
    breaks: [purchase.exchange],
    evidence: read.slice(0, 1),
    restsOn,
    advice: { cause: 'The catalogue is read, but the SKU comes from a setting, or is spelled differently.' },
  })
}

/** A purchase, what was asked of what a client should read before it, and the answers that had reached it. */
type Bought = {
  readonly purchase: OrderExchange
  readonly asked: readonly Exchange[]
  readonly read: readonly Exchange[]
}

function readBefore(
  bought: readonly Bought[],
  says: (sku: string | undefined) => string,
  restsOn: readonly GapId[] = [],
): RuleFinding {
  if (bought.length === 0) return notObserved(NO_PURCHASE)
  const blind = bought.find(({ read }) => read.length === 0)
  if (blind === undefined) return kept({ evidence: bought.flatMap(({ read }) => read.slice(0, 1)) })
  const [tried, advice] = triedBefore(blind)
  const { sku, exchange } = blind.purchase
  return broken(`${says(sku)}${tried}`, { breaks: [exchange], restsOn, advice })
}

/** What a client did of what it should have read before a purchase, and the advice for that. */
function triedBefore({ purchase, asked }: Bought): readonly [words: string, advice: Advice] {
  const before = asked.find(({ response, delivery }) => {
    const knownMs = delivery?.atMs ?? response?.answeredMs ?? Number.POSITIVE_INFINITY
    return knownMs <= purchase.arrivedMs
  })
  if (before === undefined) return asked.length === 0 ? ['', {}] : [' It was read too late.', AFTERWARDS]
  const { response } = before
  const isComplete = response !== null && isDelivered(before)
  return [
    ` It asked, and ${isComplete ? `was answered with ${response.status}` : 'got no complete answer'}.`,
    IGNORED,
  ]
}

function isDelivered({ delivery }: Exchange): boolean {
  return (delivery?.outcome ?? 'delivered') === 'delivered'
}

/**
 * The first purchase, or that of each SKU where what is read is of one card. A client whose key is refused reads nothing: that
 * is one cause, and none of these clauses.
 */
function boughtIn(
  { trial, purchases, changed, profile }: Analysis,
  operation: OperationId,
): readonly Bought[] {
  const own = purchases.filter((one) => !isRefusedAsNobody(one.exchange, profile) && !changed.has(one))
  const first = ['getPrice', 'listProducts'].includes(operation)
    ? own.filter(({ sku }, index) => sku !== undefined && own.findIndex((one) => one.sku === sku) === index)
    : own.slice(0, 1)
  return first.map((purchase) => {
    const asked = trial.exchanges.filter(
      (one) => one.operation === operation && (operation !== 'getPrice' || pricedSku(one) === purchase.sku),
    )
    const read = asked.filter(
      (one) =>
        one.response !== null &&
        is2xx(one.response.status) &&
        one.response.answeredMs <= purchase.arrivedMs &&
        isDelivered(one),
    )
    return { purchase, asked, read }
  })
}

function isListed({ purchase, read }: Bought, { profile }: Analysis): boolean {
  return read.some(({ response }) => {
    const products = readPointer(parseJson(response?.body ?? ''), profile.products.pointer)
    return Array.isArray(products) && products.some((product) => product?.sku === purchase.sku)
  })
}
