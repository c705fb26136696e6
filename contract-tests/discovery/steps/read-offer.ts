import type { Answer } from '../../run/answer.ts'
import { describeAnswer } from '../../run/answer.ts'
import { findCatalogue } from '../findings/find-catalogue.ts'
import { hasData, type KeyedSearch, sightingIn } from '../search.ts'

/** The price of a card, as it was answered. */
type PriceAnswer = { readonly sku: string; readonly answer: Answer }

/** What the service offers this partner, as it was answered. */
export type Offer = {
  /** The cards of the catalogue; undefined if it was not found. */
  readonly skus: readonly string[] | undefined
  /** Prices that were served. */
  readonly prices: readonly PriceAnswer[]
  /** Undefined if it was not served. */
  readonly balance: Answer | undefined
}

const LONGEST_SKU = 256

/** Reads catalogue, a few prices, and the balance; finds the catalogue's position (gap `catalogue-position`). */
export async function readOffer(search: KeyedSearch): Promise<Offer> {
  const { prober, findings, auth } = search
  findings.step('Where catalogue, price and balance stand')
  const skus = await readCatalogue(search)
  const prices = await readPrices(search, skus ?? [])
  const balance = await prober.ask({ operation: 'getBalance', auth })
  return { skus, prices, balance: hasData(balance) ? balance : undefined }
}

async function readCatalogue(search: KeyedSearch): Promise<readonly string[] | undefined> {
  const { prober, findings, auth } = search
  const answer = await prober.ask({ operation: 'listProducts', auth })
  const found = hasData(answer) ? findCatalogue(answer.json) : undefined
  const seen = [sightingIn(search, answer, found === undefined ? [] : [found.pointer])]
  if (found === undefined) {
    const reason = `${describeAnswer(answer)}; no list whose entries have a string sku was found below data.`
    findings.missed({ key: 'products.pointer', reason, seen })
    return undefined
  }
  const { pointer, skus, isInList, others } = found
  findings.found({
    key: 'products.pointer',
    value: pointer,
    provenance: isInList ? 'assumed' : 'observed',
    reason: `The list at ${pointer} has ${skus.length} entries with a sku${othersNote(isInList, others)}.`,
    seen,
  })
  return skus.filter((sku) => sku.length <= LONGEST_SKU && sku.isWellFormed() && findings.isClean(sku))
}

function othersNote(isInList: boolean, others: readonly string[]): string {
  if (isInList) return '; it stands in an entry of another list, whose other entries may hold more'
  return others.length === 0 ? '' : `; shorter ones stand at ${others.slice(0, 3).join(', ')}`
}

/** The prices of a few cards: the one that was asked for, and some spread over the catalogue. */
async function readPrices(search: KeyedSearch, skus: readonly string[]): Promise<readonly PriceAnswer[]> {
  const asked = search.aim.sku === undefined ? [] : [search.aim.sku]
  const spread = [0, Math.floor(skus.length / 2), skus.length - 1].map((index) => skus[index] ?? '')
  const prices: PriceAnswer[] = []
  for (const sku of new Set([...asked, ...spread].filter(Boolean))) {
    const answer = await search.prober.ask({ operation: 'getPrice', values: { sku }, auth: search.auth })
    if (hasData(answer)) prices.push({ sku, answer })
  }
  return prices
}
