import { readPointer } from '../../../contract/wire/json-pointer.ts'
import { moneyWords, parseAmount } from '../../../contract/wire/money.ts'
import { NotObserved } from '../../../contract-tests/analysis/verdict-errors.ts'
import { PURCHASE_STEPS, type PurchaseStepName, timesOf } from '../../../contract-tests/run/purchase-plan.ts'
import { openSession, type Session } from '../../../contract-tests/run/session.ts'
import type { Target } from '../../../contract-tests/run/target.ts'
import { isSlowTurn } from '../../../contract-tests/steps/abandoned.ts'
import { buyingAllowed } from '../../../contract-tests/steps/buying.ts'
import { prices } from '../../../contract-tests/steps/reading.ts'
import { type ShoppingList, shoppingList } from '../../../contract-tests/steps/shopping-list.ts'
import { wrongAddress } from '../../../contract-tests/steps/wrong-address.ts'
import { refuseUnknownCard } from '../../target/chosen-card.ts'
import { unansweredReason } from '../../target/preflight.ts'
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
  try {
    const session = openSession(target)
    const elsewhere = await wrongAddress(session)
    if (elsewhere !== undefined) return { text: fold(elsewhere, width), outcome: 'unreachable' }
    return { text: await planOf(session, width), outcome: 'kept' }
  } catch (cause) {
    if (cause instanceof NotObserved) return { text: fold(cause.message, width), outcome: 'incomplete' }
    throw cause
  }
}

async function planOf(session: Session, width: number): Promise<string> {
  const { target } = session
  await buyingAllowed(session)
  const list = await shoppingList(session)
  const rows = stepsOf(list, target)
  const within = affordable(rows, target.maxPurchases)
  const lines = [...Map.groupBy(within, ({ sku, title }) => `${sku}\n${title}`).values()].map((same) =>
    fold(lineOf(same), width, TITLE_AT),
  )
  const cards = within.reduce((sum, { buys }) => sum + buys, 0)
  const sends = within.reduce((sum, row) => sum + row.sends, 0)
  return [
    'Nothing was bought. A run would send, in this order:',
    ...lines,
    ...(within.length < rows.length
      ? [`  The other steps need more than --max-purchases ${target.maxPurchases} leaves them.`]
      : []),
    '',
    fold(
      `${cards} cards, if the server keeps the contract; at most ${sends} purchases of a budget of ${target.maxPurchases}.`,
      width,
    ),
    ...(await priceLines(session, new Set(within.map(({ sku }) => sku)))),
  ].join('\n')
}

const SKU_WIDTH = 26
const COUNT_WIDTH = 3
/** The column where the title of a step begins, after the indent of its line. */
const TITLE_AT = SKU_WIDTH + COUNT_WIDTH + 3

type Row = { readonly sku: string; readonly title: string; readonly sends: number; readonly buys: number }

/** One line for each step and card, also if the step is repeated. */
function lineOf(rows: readonly Row[]): string {
  const [{ sku, title } = { sku: '', title: '' }] = rows
  const sends = rows.reduce((sum, row) => sum + row.sends, 0)
  const times = rows.length > 1 ? `, ${rows.length} times` : ''
  return `  ${sku.padEnd(SKU_WIDTH)}${String(sends).padStart(COUNT_WIDTH)} × ${title}${times}`
}

function stepsOf(list: ShoppingList, run: Target): readonly Row[] {
  return (Object.keys(PURCHASE_STEPS) as PurchaseStepName[]).flatMap((name) =>
    cardsOf(name, list, timesOf(name, run)).map((sku) => ({ sku, ...PURCHASE_STEPS[name] })),
  )
}

/** The card of each time that a step is taken. */
function cardsOf(name: PurchaseStepName, list: ShoppingList, times: number): readonly string[] {
  const { ordinary, slow, followed } = list
  if (name === 'followed') return followed.slice(0, times)
  const all = (sku: string) => Array<string>(times).fill(sku)
  if (name === 'written' || name === 'whileProcessing') return all(slow)
  const isAbandoned = name === 'abandoned' || name === 'abandonedUnseen'
  return isAbandoned ? all(ordinary).map((sku, turn) => (isSlowTurn(turn) ? slow : sku)) : all(ordinary)
}

/** The steps that a budget covers completely. */
function affordable(rows: readonly Row[], budget: number): readonly Row[] {
  let left = budget
  return rows.filter(({ sends }) => {
    if (sends > left) return false
    left -= sends
    return true
  })
}

async function priceLines(session: Session, skus: ReadonlySet<string>): Promise<string[]> {
  const { price, money } = session.profile
  return (await prices(session))
    .filter(({ sku }) => skus.has(sku))
    .map(({ sku, answer }) => {
      const amount = parseAmount(readPointer(answer.json, price.amount), money)
      const shown = amount === undefined ? 'could not be read' : `is ${moneyWords(amount, money)}`
      return `The price of ${sku} ${shown}.`
    })
}
