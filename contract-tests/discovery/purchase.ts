import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { isServed, orderBody } from '../target/exchange.ts'
import { isRefusal } from './errors.ts'
import type { Probe } from './findings.ts'
import type { Offer } from './positions.ts'
import type { Search } from './prober.ts'

/** The requested card, or the cheapest one with a readable price (§4.4); a sentence if there is none. */
export function chooseCard({ prices, money }: Offer, asked?: string) {
  const readable = prices.flatMap(({ sku, units = 0 }) => (units > 0 ? [{ sku, units }] : []))
  const [cheapest] = readable.sort((one, other) => one.units - other.units)
  const card = asked === undefined ? cheapest : prices.find(({ sku }) => sku === asked)
  if (card === undefined)
    return asked === undefined
      ? 'no price could be read. Name a card with --sku to buy it anyway.'
      : `the price of ${asked} was not served. Name a card of the catalogue.`
  const { sku, units } = card
  return { sku, price: units && money ? moneyWords(units, money) : 'a price that could not be read' }
}

/** Buys one card. Returns the last answer; undefined if the purchase was refused. */
export async function buyOne(search: Search, order: OrderRequest, price: string): Promise<Probe | undefined> {
  const { findings } = search
  findings.step(`Buying one card: ${order.sku} for ${price}, under the reference ${order.partnerReference}`)
  const purchase = { ...order, status: null }
  findings.purchase = { ...purchase, outcome: 'unknown' }
  const first = await sendOrder(search, order, 'the purchase')
  if (isRefusal(first)) {
    findings.purchase = { ...purchase, outcome: 'refused' }
    findings.note(
      `The purchase was refused, so neither the lookup nor a settled state can be seen. If the balance does not cover the card, ${first.status} is errors.insufficientBalance.`,
    )
    return undefined
  }
  const last = isServed(first) ? first : await sendAgain(search, order)
  if (isServed(last)) findings.purchase = { ...purchase, outcome: 'bought' }
  return last
}

const RESENDS = 2
const PAUSE_MS = 1000

/** Resends the identical body after an unknown outcome: it is the same purchase (§4.2, §4.3). */
async function sendAgain(search: Search, order: OrderRequest): Promise<Probe> {
  search.findings.note(
    'That does not mean that nothing was bought (§ 4.3). The identical body is sent again: it is the same purchase (§ 4.2).',
  )
  for (let sending = 1; ; sending += 1) {
    await search.pace.sleep(sending * PAUSE_MS)
    const probe = await sendOrder(search, order, 'the identical body')
    if (isServed(probe) || sending === RESENDS) return probe
  }
}

export function sendOrder({ ask }: Search, order: OrderRequest, how: string): Promise<Probe> {
  return ask({ operation: 'createOrder', body: orderBody(order), how })
}
