import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { failureOf } from '../../contract/wire/exchange-facts.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { is2xx } from '../../contract/wire/status.ts'
import type { Analysis } from '../analysis.ts'
import { pricedSku } from '../balance.ts'
import { isRefusedAsNobody } from '../orders.ts'
import type { MistakeKind, Rule, Rules } from '../rule-finding.ts'
import { quoteName } from '../trial.ts'

export const PREPARING = {
  /** §1.3: the client checks connectivity before its first purchase. */
  'ping-first': readBefore(
    'ping',
    'It bought without a ping before: GET /ping shows whether the service is reachable.',
  ),
  /** §4.4: the client reads the balance before its first purchase. */
  'balance-before-purchase': readBefore(
    'getBalance',
    'It bought without reading the balance before: it could not know whether it was enough.',
  ),
  /** §4.4: the client reads the price of each SKU before it first buys that SKU. */
  'price-before-purchase': readBefore('getPrice', 'It bought {sku} without reading its price before.'),
  /** §2: the client has read from the catalogue what it buys. */
  'sku-from-catalogue': readBefore('listProducts', 'It bought {sku} without reading the catalogue before.'),
} satisfies Rules

function readBefore(operation: OperationId, words: string): Rule {
  const isCatalogue = operation === 'listProducts'
  const restsOn = isCatalogue ? (['catalogue-position', 'catalogue-paging'] as const) : []
  return (analysis) => {
    const bought = boughtIn(analysis, operation)
    const unread = bought.filter(({ read }) => read.length === 0)
    const unlisted = bought.filter((one) => isCatalogue && !isListed(one, analysis))
    const shows = ({ purchase, read }: Bought) => (isCatalogue ? [purchase.exchange] : read.slice(0, 1))
    return [
      unread.slice(0, 1).map((one) => {
        const [tried, mistake] = triedBefore(one)
        const what = words.replace('{sku}', () => quoteName(one.purchase.sku))
        return { broken: `${what}${tried}`, breaks: one.purchase.exchange, restsOn, mistake }
      }),
      unlisted.slice(0, 1).map(({ purchase: { sku, exchange }, read }) => ({
        broken: `It bought ${quoteName(sku)}, which is not in the catalogue that it read.`,
        breaks: exchange,
        evidence: read.slice(0, 1),
        restsOn,
        mistake: 'unlisted',
      })),
      bought.slice(0, 1).map(() => ({ kept: true, evidence: bought.flatMap(shows), restsOn })),
      {
        notObserved: 'No purchase was sent with a valid key, and this clause is about what comes before one.',
      },
    ]
  }
}

type Bought = ReturnType<typeof boughtIn>[number]

/** Whether the client at least tried to read before the purchase, in words, and the kind of mistake. */
function triedBefore({ purchase, asked }: Bought): readonly [words: string, mistake?: MistakeKind] {
  const knownMs = ({ delivery, response }: Exchange) => delivery?.atMs ?? response?.answeredMs ?? Infinity
  const before = asked.find((one) => knownMs(one) <= purchase.arrivedMs)
  if (before === undefined) return asked.length === 0 ? [''] : [' It was read too late.', 'afterwards']
  const status = failureOf(before) === null ? before.response?.status : undefined
  const answer = status === undefined ? 'got no complete answer' : `was answered with ${status}`
  return [` It asked, and ${answer}.`, 'unchecked']
}

/**
 * The purchases to judge: the first one, or the first of each SKU for a read that is about one SKU. Each comes with the
 * read requests of the client, and with those whose answer had reached it. A refused key prevents every read, so those
 * purchases are left out: that is a single cause, and it breaks another clause.
 */
function boughtIn({ trial, purchases, changed, profile }: Analysis, operation: OperationId) {
  const own = purchases.filter((one) => !isRefusedAsNobody(one.exchange, profile) && !changed.has(one))
  const first = ['getPrice', 'listProducts'].includes(operation)
    ? own.filter(({ sku }, index) => sku !== undefined && own.findIndex((one) => one.sku === sku) === index)
    : own.slice(0, 1)
  return first.map((purchase) => {
    const asked = trial.exchanges.filter(
      (one) => one.operation === operation && (operation !== 'getPrice' || pricedSku(one) === purchase.sku),
    )
    const isRead = ({ response }: Exchange) =>
      response !== null && is2xx(response.status) && response.answeredMs <= purchase.arrivedMs
    return { purchase, asked, read: asked.filter((one) => failureOf(one) === null && isRead(one)) }
  })
}

function isListed({ purchase, read }: Bought, { profile }: Analysis): boolean {
  return read.some(({ response }) => {
    const products = readPointer(parseJson(response?.body ?? ''), profile.products.pointer)
    return Array.isArray(products) && products.some((product) => product?.sku === purchase.sku)
  })
}
