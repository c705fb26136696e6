import { isObject } from '../../contract/wire/json-pointer.ts'
import type { Money } from '../../contract/wire/money.ts'
import { amountIn, describeAnswer } from '../target/exchange.ts'
import { hasData } from './access.ts'
import { findAmount } from './amounts.ts'
import type { Probe } from './findings.ts'
import { findMoney } from './money.ts'
import { others, type Place, placesBelow } from './places.ts'
import { Halted, type Search } from './prober.ts'

/**
 * Finds the fields of a ping (gap `ping-position`): the `mode` at the highest level, and the status "ok" next to it, or
 * otherwise the one at the highest level. The places of the starting profile come first, whatever their names.
 *
 * @throws {Halted} if ping does not say that this is the TEST environment (§2, §5.2).
 */
export function findTestMode({ findings, start: { ping } }: Search, probe: Probe): void {
  const texts = placesBelow(probe.json).filter(({ value }) => typeof value === 'string')
  const named = (name: 'status' | 'mode') => [
    ...texts.filter(({ pointer }) => pointer === ping[name]),
    ...texts.filter(({ pointer, path }) => path.at(-1) === name && pointer !== ping[name]),
  ]
  const [mode, ...otherModes] = named('mode')
  const statuses = named('status').filter(({ value }) => value === 'ok')
  const isBesideMode = ({ path }: Place) => path.slice(0, -1).join() === mode?.path.slice(0, -1).join()
  const status =
    statuses.find(({ pointer }) => pointer === ping.status) ?? statuses.find(isBesideMode) ?? statuses[0]
  if (!hasData(probe) || mode === undefined || status === undefined)
    findings.miss('ping', `${describeAnswer(probe)}, without a status "ok" and a mode below data.`, [probe])
  else {
    const rivals = isBesideMode(status) ? [] : statuses.filter((place) => place !== status)
    const reason = `A mode stands there, and a status "ok"${others(rivals)}.`
    const value = { status: status.pointer, mode: mode.pointer }
    findings.add('ping', value, reason, [probe], rivals.length === 0)
  }
  if (!hasData(probe)) throw new Halted(`${describeAnswer(probe)}, without data. ${NOTHING_ELSE}`)
  if (mode === undefined)
    throw new Halted(
      `Ping has no mode below data, so nothing says that this is the TEST environment. If the mode has another name, give it as ping.mode in a file for --profile. ${NOTHING_ELSE}`,
    )
  // A mode at a deeper level belongs to a part of the service.
  const modes = [mode, ...otherModes.filter(({ path }) => path.length <= mode.path.length)]
  if (modes.every(({ value }) => value === 'TEST')) return
  const values = modes.map(({ value }) => JSON.stringify(value)).join(' and ')
  throw new Halted(
    `Ping says that the mode is ${values}, not "TEST" alone. Use the TEST key that the operator gave you. ${NOTHING_ELSE}`,
  )
}

const NOTHING_ELSE = 'Nothing else was sent, and nothing was bought.'

export type Offer = {
  /** The prices that were served, in minor units; undefined if one could not be read. */
  readonly prices: readonly { readonly sku: string; readonly units: number | undefined }[]
  readonly money: Money | undefined
}

/** Reads the catalogue, some prices and the balance, and finds where their fields stand. */
export async function findOffer(search: Search, asked: string | undefined): Promise<Offer> {
  const { ask, findings } = search
  findings.step('Where the catalogue, the prices and the balance stand')
  const skus = findCatalogue(search, await ask({ operation: 'listProducts' }))
  // Reads the requested card, the first one, one in the middle, and the last one.
  const some = [0, Math.floor(skus.length / 2), -1].map((index) => skus.at(index))
  const prices: { readonly sku: string; readonly probe: Probe }[] = []
  for (const sku of new Set([asked, ...some].filter((one) => one !== undefined)))
    prices.push({ sku, probe: await ask({ operation: 'getPrice', values: { sku } }) })
  const served = prices.filter(({ probe }) => hasData(probe))
  const probes = (served.length === 0 ? prices : served).map(({ probe }) => probe)
  const price = findAmount(search, 'price', probes)
  const balance = findAmount(search, 'balance', [await ask({ operation: 'getBalance' })])
  const money = findMoney(search, balance, price)
  const unitsIn = (probe: Probe) => (money && price ? amountIn(probe, price.pointer, money) : undefined)
  return { prices: served.map(({ sku, probe }) => ({ sku, units: unitsIn(probe) })), money }
}

/** Finds the catalogue (gap `catalogue-position`): the longest list whose entries have a `sku` (§2). Returns its SKUs. */
function findCatalogue({ findings }: Search, probe: Probe): readonly string[] {
  const [list, ...rest] = placesBelow(probe.json)
    .map((place) => ({ ...place, skus: skusOf(place.value) }))
    .filter(({ skus }) => skus.length > 0)
    .sort((one, other) => other.skus.length - one.skus.length)
  if (!hasData(probe) || list === undefined) {
    const reason = `${describeAnswer(probe)}, without a list below data whose entries have a string sku.`
    findings.miss('products.pointer', reason, [probe])
    return []
  }
  const { pointer, skus } = list
  const isLongest = rest.every((other) => other.skus.length < skus.length)
  const reason = `A list of ${skus.length} entries with a sku stands there${others(rest)}.`
  findings.add('products.pointer', pointer, reason, [probe], isLongest)
  return skus.filter((sku) => sku.isWellFormed() && findings.isClean(sku))
}

function skusOf(value: unknown): readonly string[] {
  const entries = Array.isArray(value) ? value.filter(isObject) : []
  return entries.flatMap(({ sku }) => (typeof sku === 'string' && sku !== '' ? [sku] : []))
}
