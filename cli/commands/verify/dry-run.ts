import { moneyWords } from '../../../contract/wire/money.ts'
import { whyNothingIsBought } from '../../../contract-tests/judge/why-unseen.ts'
import type { Target } from '../../../contract-tests/run/target.ts'
import { Caller } from '../../../contract-tests/script/caller.ts'
import { type Offer, readOffer } from '../../../contract-tests/script/offer.ts'
import { type PlannedPurchase, rehearse } from '../../../contract-tests/script/rehearse.ts'
import { type Io, print } from '../../io.ts'
import { refuseUnknownCard, unansweredReason } from '../../target/preflight.ts'
import { say } from '../../terminal/terminal.ts'

/**
 * Says what a run would buy, or why it would buy nothing: reads from the target, and buys nothing.
 *
 * @throws {InputError} for a card that is not in the catalogue.
 */
export async function dryRun(target: Target, io: Io): Promise<'kept' | 'incomplete' | 'unreachable'> {
  const reason = await unansweredReason(target)
  if (reason === undefined) await refuseUnknownCard(target)
  const caller = new Caller(target)
  const offer = reason ?? (await readOffer(caller))
  if (typeof offer === 'object') await sayPlan(target, offer, io)
  else say(io, offer ?? whyNothingIsBought(caller.entries, target))
  return offer === undefined ? 'incomplete' : typeof offer === 'string' ? 'unreachable' : 'kept'
}

async function sayPlan(target: Target, offer: Offer, io: Io): Promise<void> {
  const { purchases, cards } = await rehearse(target)
  const whole = await rehearse({ ...target, maxPurchases: Number.MAX_SAFE_INTEGER })
  print(io, 'Nothing was bought. A run would send, in this order:')
  for (const same of Map.groupBy(purchases, ({ sku, line }) => `${sku}\n${line}`).values())
    say(io, lineOf(same), TITLE_AT)
  if (purchases.length < whole.purchases.length)
    print(io, `  The other steps need more than --max-purchases ${target.maxPurchases} leaves them.`)
  say(
    io,
    `\n${cards} cards, if the server keeps the contract; ${purchases.length} purchases of a limit of ${target.maxPurchases}. The rest is for what has to be asked again.`,
  )
  const skus = new Set(purchases.map(({ sku }) => sku))
  for (const line of priceLines(target, offer, skus)) print(io, line)
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
    .map(({ sku, amount }) => {
      const shown = amount === undefined ? 'could not be read' : `is ${moneyWords(amount, profile.money)}`
      return `The price of ${sku} ${shown}.`
    })
}
