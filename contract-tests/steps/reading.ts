import { product } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { needServed } from '../analysis/expect-served.ts'
import { dataOf, describeAnswer } from '../analysis/read-answer.ts'
import { NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { step } from './step.ts'

/** The first ping of a run. */
export const ping = step((session) => session.api.send({ operation: 'ping' }))

/** The catalogue, as it was answered. */
export const catalogue = step((session) => session.api.send({ operation: 'listProducts' }))

/** The entries of the catalogue, at the profile's position. */
export const catalogueEntries = step(async (session): Promise<readonly unknown[]> => {
  const answer = await catalogue(session)
  needServed(answer, session, 'Without a catalogue there is nothing to choose from.')
  dataOf(answer)
  const { pointer } = session.profile.products
  const entries = readPointer(answer.json, pointer)
  if (Array.isArray(entries) && entries.length > 0) return entries
  const found = entries === undefined ? 'nothing' : Array.isArray(entries) ? 'an empty array' : typeof entries
  const reason = `The profile says that the catalogue stands at ${pointer}; ${found} stands there. The reference does not show its position: change products.pointer in the profile, or let npx partner-purchase discover look.`
  throw new NotObserved(reason, [answer.exchange])
})

/** The SKUs of the catalogue that a URL can contain. */
export const catalogueSkus = step(async (session) => skusOf(await catalogueEntries(session)))

/** The SKUs that a URL can contain: invalid Unicode can't be written in a path (RFC 3986). */
export function skusOf(entries: readonly unknown[]): readonly string[] {
  return entries.flatMap((entry) => {
    const parsed = product.safeParse(entry)
    return parsed.success && parsed.data.sku.isWellFormed() ? [parsed.data.sku] : []
  })
}

const PRICES_READ = 5

/** The price of some SKUs of the catalogue: a few, however large it is. */
export const prices = step(async (session): Promise<readonly { sku: string; answer: Answer }[]> => {
  const skus = await catalogueSkus(session)
  const chosen = session.target.sku === undefined ? [] : [session.target.sku]
  const known = SCENARIOS.map(({ sku }) => sku as string).filter((sku) => skus.includes(sku))
  const spread = [0, Math.floor(skus.length / 2), skus.length - 1].map((index) => skus[index] ?? '')
  const sample = [...new Set([...chosen, ...spread, ...known])].filter(Boolean).slice(0, PRICES_READ)
  const answers = sample.map((sku) => session.api.send({ operation: 'getPrice', values: { sku } }))
  return (await Promise.all(answers)).map((answer, index) => ({ sku: sample[index] ?? '', answer }))
})

/** A balance as it was answered, and its amount in minor units at the profile's position. */
export type BalanceReading = { readonly answer: Answer; readonly minorUnits: number | undefined }

/** Reads the balance now. */
export async function readBalance(session: Session): Promise<BalanceReading> {
  const answer = await session.api.send({ operation: 'getBalance' })
  const { balance, money } = session.profile
  const amount = isServed(answer) ? readPointer(answer.json, balance.amount) : undefined
  return { answer, minorUnits: parseAmount(amount, money) }
}

/** The first balance of a run. */
export const firstBalance = step(readBalance)

/** Why an amount could not be read. */
export function unreadableAmount(answer: Answer, section: 'price' | 'balance', session: Session): string {
  const { amount } = session.profile[section]
  return `${describeAnswer(answer)}; no amount in the format ${session.profile.money.format} stands at ${amount}. The reference shows neither: change ${section}.amount or money.format in the profile, or let npx partner-purchase discover look.`
}
