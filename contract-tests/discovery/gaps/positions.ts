import type { Profile } from '../../../contract/profile/profile.ts'
import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import { isObject } from '../../../contract/wire/json-pointer.ts'
import { type Answer, describeAnswer } from '../../run/exchange.ts'
import { type Place, placesBelowData } from '../places.ts'
import { beside, hasData, type Search, seenIn } from '../search.ts'

const MOST_NAMED = 3

export function alsoAt(others: readonly JsonPointer[]): string {
  return beside('others stand at', others.slice(0, MOST_NAMED))
}

/** The body of a success with `data`; undefined for any other answer. */
function bodyOf(answer: Answer): unknown {
  return hasData(answer) ? answer.json : undefined
}

export type PingPlaces = {
  readonly status: JsonPointer | undefined
  readonly mode: JsonPointer | undefined
  /** Every mode that counts: the one that was found, and others that are not deeper. */
  readonly modes: readonly string[]
  /** Other places where a status is "ok", none of them nearer to the mode. */
  readonly otherStatuses: readonly JsonPointer[]
}

/**
 * Finds `status` and `mode` in a ping (§2): the least deep `mode`, and of the statuses that are "ok" the one next to
 * it, else the least deep. The places of the starting profile come first, also if the fields have other names there.
 */
export function findPing(body: unknown, known: Profile['ping']): PingPlaces {
  const places = placesBelowData(body).filter(({ value, isInList }) => typeof value === 'string' && !isInList)
  const named = (name: 'status' | 'mode') => [
    ...places.filter(({ pointer }) => pointer === known[name]),
    ...places.filter((place) => place.name === name && place.pointer !== known[name]),
  ]
  const modes = named('mode')
  const [mode] = modes
  const ok = named('status').filter(({ value }) => value === 'ok')
  const isBesideMode = (place: Place) => mode !== undefined && parentOf(place) === parentOf(mode)
  const status = ok.find(({ pointer }) => pointer === known.status) ?? ok.find(isBesideMode) ?? ok[0]
  const rivals = ok.filter((place) => place !== status && place.path.length === status?.path.length)
  return {
    status: status?.pointer,
    mode: mode?.pointer,
    modes: modes
      .filter(({ path }) => path.length <= (mode?.path.length ?? 0))
      .map(({ value }) => String(value)),
    otherStatuses: status && isBesideMode(status) ? [] : rivals.map(({ pointer }) => pointer),
  }
}

function parentOf({ path }: Place): string {
  return path.slice(0, -1).join('/')
}

/** Whether a ping says TEST: no other mode at the same depth may contradict it. */
export function isTestMode({ modes }: PingPlaces): boolean {
  return modes.length > 0 && modes.every((mode) => mode === 'TEST')
}

/** Finds where ping has its fields (gap `ping-position`). */
export function notePing(search: Search, ping: Answer): PingPlaces {
  const { findings, start } = search
  const found = findPing(bodyOf(ping), start.ping)
  const { status, mode } = found
  const evidence = seenIn(search, [ping], [status ?? [], mode ?? []].flat())
  if (status === undefined || mode === undefined) {
    const missing = [status ? [] : 'no member status "ok"', mode ? [] : 'no member mode'].flat()
    findings.miss('ping', `${describeAnswer(ping)}; ${missing.join(' and ')} was found below data.`, evidence)
  } else {
    const reason = `A status "ok" stands at ${status}, and a mode at ${mode}${alsoAt(found.otherStatuses)}.`
    findings.add('ping', { status, mode }, reason, evidence, found.otherStatuses.length === 0)
  }
  return found
}

export type CataloguePlace = {
  readonly pointer: JsonPointer
  readonly skus: readonly string[]
  /** Whether it is in an entry of a list: then the list's other entries may have the rest of the catalogue. */
  readonly isInList: boolean
  /** Other lists whose entries have a sku. */
  readonly others: readonly { readonly pointer: JsonPointer; readonly skus: readonly string[] }[]
}

/**
 * Finds the catalogue of a served `GET /products`: the list whose entries have a string `sku` (§2); of several the
 * longest, then the least deep. One inside an entry of another list comes last.
 */
export function findCatalogue(body: unknown, isSku = isText): CataloguePlace | undefined {
  const [first, ...others] = placesBelowData(body)
    .map(({ pointer, isInList, value }) => ({ pointer, isInList, skus: skusOf(value, isSku) }))
    .filter(({ skus }) => skus.length > 0)
    .sort(
      (one, other) => Number(one.isInList) - Number(other.isInList) || other.skus.length - one.skus.length,
    )
  return first && { ...first, others }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function skusOf(value: unknown, isSku: (sku: unknown) => boolean): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) => (isObject(entry) && isSku(entry.sku) ? [String(entry.sku)] : []))
}

/** Finds where the catalogue is (gap `catalogue-position`), and returns its SKUs. */
export function noteCatalogue(search: Search, products: Answer): readonly string[] | undefined {
  const { findings } = search
  const body = bodyOf(products)
  const asText = findCatalogue(body)
  // It is the catalogue, and breaks the clause that `verify` then tries.
  const found = asText ?? findCatalogue(body, isNumber)
  if (found === undefined) {
    const reason = `${describeAnswer(products)}; no list whose entries have a string sku was found below data.`
    findings.miss('products.pointer', reason, seenIn(search, [products]))
    return undefined
  }
  const { pointer, skus, isInList, others } = found
  const isRival = others.some((other) => other.skus.length === skus.length)
  const entries = skus.length > 1 ? `${skus.length} entries` : 'entries'
  const doubt = isInList
    ? '; it stands in an entry of another list, whose other entries may hold more'
    : alsoAt(others.map((other) => other.pointer))
  const sku = asText === undefined ? 'a sku that is a number, not a string,' : 'a sku'
  const reason = `A list whose ${entries} have ${sku} stands at ${pointer}${doubt}.`
  const evidence = seenIn(search, [products], [pointer])
  findings.add('products.pointer', pointer, reason, evidence, !isInList && !isRival)
  return skus
}
