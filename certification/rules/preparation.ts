import { is2xx } from '../../contract/judging/said.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { AFTERWARDS, IGNORED } from '../advice/sending.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { pricedSku } from '../analysis/balance.ts'
import { isRefusedAsNobody } from '../analysis/shut-out.ts'
import { quoteName } from '../quote-name.ts'
import { type Advice, type Breach, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

const NO_PURCHASE =
  'No purchase was sent with a key that is valid, and this clause is about what comes before a purchase.'

/** §1.3: it checks connectivity before its first purchase. */
export const pingFirst = (analysis: Analysis): RuleFinding =>
  readBefore(
    analysis,
    'ping',
    'It bought without a ping before: GET /ping shows whether the service is reachable.',
  )

/** §4.4: it reads the balance before its first purchase. */
export const balanceBeforePurchase = (analysis: Analysis): RuleFinding =>
  readBefore(
    analysis,
    'getBalance',
    'It bought without reading the balance before: it could not know whether it was enough.',
  )

/** §4.4: it reads the price of each SKU before it first purchases it. */
export function priceBeforePurchase(analysis: Analysis): RuleFinding {
  const first = firstOfEachSku(analysis)
  if (first.length === 0) return notObserved(NO_PURCHASE)
  const asked = first.map(({ sku, exchange }) => ({
    sku,
    exchange,
    price: servedBefore(analysis, exchange, 'getPrice').find((one) => pricedSku(one) === sku),
  }))
  const blind = asked.find(({ price }) => price === undefined)
  if (blind === undefined) return kept({ evidence: asked.flatMap(({ price }) => price ?? []) })
  const tried = triedFor(analysis, blind.exchange, (one) => pricedSku(one) === blind.sku)
  return unread(`It bought ${quoteName(blind.sku)} without reading its price before.`, tried, {
    breaks: [blind.exchange],
  })
}

/** §2: what it buys, it has read from the catalogue. */
export function skuFromCatalogue(analysis: Analysis): RuleFinding {
  const restsOn: readonly GapId[] = ['catalogue-position', 'catalogue-paging']
  const first = firstOfEachSku(analysis)
  if (first.length === 0) return notObserved(NO_PURCHASE)
  for (const { sku, exchange } of first) {
    const catalogues = servedBefore(analysis, exchange, 'listProducts')
    const grounds = { breaks: [exchange], evidence: catalogues.slice(0, 1), restsOn }
    if (catalogues.length === 0) {
      const tried = triedFor(analysis, exchange, ({ operation }) => operation === 'listProducts')
      return unread(`It bought ${quoteName(sku)} without reading the catalogue before.`, tried, grounds)
    }
    if (!catalogues.some((one) => skusIn(one, analysis).has(sku)))
      return broken(`It bought ${quoteName(sku)}, which is not in the catalogue that it read.`, {
        ...grounds,
        advice: {
          cause: 'The catalogue is read, but the SKU comes from a setting, or is spelled differently.',
        },
      })
  }
  return kept({ evidence: first.map(({ exchange }) => exchange), restsOn })
}

function readBefore(analysis: Analysis, operation: OperationId, message: string): RuleFinding {
  const [first] = purchasesIn(analysis)
  if (first === undefined) return notObserved(NO_PURCHASE)
  const [read] = servedBefore(analysis, first.exchange, operation)
  if (read !== undefined) return kept({ evidence: [read] })
  const tried = triedFor(analysis, first.exchange, (one) => one.operation === operation)
  return unread(message, tried, { breaks: [first.exchange] })
}

/** A client whose key is refused reads nothing: that is one cause, and none of these clauses. */
function purchasesIn({ purchases, changed, profile }: Analysis): Analysis['purchases'] {
  return purchases.filter((one) => !isRefusedAsNobody(one.exchange, profile) && !changed.has(one))
}

/** What a client did of what it should have read before a purchase, and the advice for that. */
type Tried = { readonly words: string; readonly advice: Advice }

function triedFor(
  { trial }: Analysis,
  purchase: Exchange,
  isIt: (exchange: Exchange) => boolean,
): Tried | undefined {
  const asked = trial.exchanges.filter(isIt)
  const [before] = asked.filter(({ response, delivery }) => {
    const knownMs = delivery?.atMs ?? response?.answeredMs ?? Number.POSITIVE_INFINITY
    return knownMs <= purchase.arrivedMs
  })
  if (before !== undefined) return { words: ` It asked, and ${answerWords(before)}.`, advice: IGNORED }
  return asked.length === 0 ? undefined : { words: ' It was read too late.', advice: AFTERWARDS }
}

function answerWords({ response, delivery }: Exchange): string {
  const isComplete = response !== null && (delivery?.outcome ?? 'delivered') === 'delivered'
  return isComplete ? `was answered with ${response.status}` : 'got no complete answer'
}

function unread(message: string, tried: Tried | undefined, grounds: Breach): RuleFinding {
  return broken(`${message}${tried?.words ?? ''}`, { ...grounds, advice: tried?.advice ?? {} })
}

/** The answers that had reached the client, to one operation, when it sent something else. */
function servedBefore(
  { trial }: Analysis,
  { arrivedMs }: Exchange,
  wanted: OperationId,
): readonly Exchange[] {
  return trial.exchanges.filter(({ operation, response, delivery }) => {
    if (operation !== wanted || response === null || !is2xx(response.status)) return false
    return (delivery?.outcome ?? 'delivered') === 'delivered' && response.answeredMs <= arrivedMs
  })
}

function firstOfEachSku(analysis: Analysis): readonly { sku: string; exchange: Exchange }[] {
  const first = new Map<string, Exchange>()
  for (const { sku, exchange } of purchasesIn(analysis))
    if (sku !== undefined && !first.has(sku)) first.set(sku, exchange)
  return [...first].map(([sku, exchange]) => ({ sku, exchange }))
}

function skusIn({ response }: Exchange, { profile }: Analysis): ReadonlySet<unknown> {
  const products = readPointer(parseJson(response?.body ?? ''), profile.products.pointer)
  return new Set(Array.isArray(products) ? products.map((product) => product?.sku) : [])
}
