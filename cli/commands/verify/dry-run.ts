import { readPointer } from '../../../contract/wire/json-pointer.ts'
import { moneyWords, parseAmount } from '../../../contract/wire/money.ts'
import { whyNothingIsBought } from '../../../contract-tests/judge/why-unseen.ts'
import type { Target } from '../../../contract-tests/run/target.ts'
import { Caller } from '../../../contract-tests/script/caller.ts'
import { type Offer, readOffer } from '../../../contract-tests/script/offer.ts'
import { type PlannedPurchase, rehearse } from '../../../contract-tests/script/rehearse.ts'
import { refuseUnknownCard, unansweredReason } from '../../target/preflight.ts'
import { fold } from '../../terminal/terminal.ts'

/** What a run would buy, or why it would buy nothing. */
export type DryRun = { readonly text: string; readonly outcome: 'kept' | 'incomplete' | 'unreachable' }

/**
 * Reports what a run would buy: reads from the target, and buys nothing.
 *
 * @throws {InputError} for a card that is not in the catalogue.
 */
export async function dryRun(target: Target, width: number): Promise<DryRun> {
  const reason = await unansweredReason(target)
  if (reason !== undefined) return { text: fold(reason, width), outcome: 'unreachable' }
  await refuseUnknownCard(target)
  const caller = new Caller(target)
  const offer = await readOffer(caller)
  if (typeof offer === 'string') return { text: fold(offer, width), outcome: 'unreachable' }
  if (offer === undefined)
    return { text: fold(whyNothingIsBought(caller.entries, target), width), outcome: 'incomplete' }
  return { text: await planOf(target, offer, width), outcome: 'kept' }
}

async function planOf(target: Target, offer: Offer, width: number): Promise<string> {
  const { purchases, cards } = await rehearse(target)
  const whole = await rehearse({ ...target, maxPurchases: Number.MAX_SAFE_INTEGER })
  const lines = [...Map.groupBy(purchases, ({ sku, line }) => `${sku}\n${line}`).values()].map((same) =>
    fold(lineOf(same), width, TITLE_AT),
  )
  return [
    'Nothing was bought. A run would send, in this order:',
    ...lines,
    ...(purchases.length < whole.purchases.length
      ? [`  The other steps need more than --max-purchases ${target.maxPurchases} leaves them.`]
      : []),
    '',
    fold(
      `${cards} cards, if the server keeps the contract; ${purchases.length} purchases of a limit of ${target.maxPurchases}. The rest is for what has to be asked again.`,
      width,
    ),
    ...priceLines(target, offer, new Set(purchases.map(({ sku }) => sku))),
  ].join('\n')
}

const SKU_WIDTH = 26
const COUNT_WIDTH = 3
/** The column where the title of a line begins, after the indent. */
const TITLE_AT = SKU_WIDTH + COUNT_WIDTH + 3

function lineOf(same: readonly PlannedPurchase[]): string {
  const [{ sku, line } = { sku: '', line: '' }] = same
  return `  ${sku.padEnd(SKU_WIDTH)}${String(same.length).padStart(COUNT_WIDTH)} × ${line}`
}

function priceLines({ profile }: Target, { prices }: Offer, skus: ReadonlySet<string>): string[] {
  return prices
    .filter(({ sku }) => skus.has(sku))
    .map(({ sku, answer }) => {
      const amount = parseAmount(readPointer(answer.json, profile.price.amount), profile.money)
      const shown = amount === undefined ? 'could not be read' : `is ${moneyWords(amount, profile.money)}`
      return `The price of ${sku} ${shown}.`
    })
}
