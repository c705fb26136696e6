import type { JsonPointer } from '../../../../contract/wire/json-pointer.ts'
import { findCatalogue } from '../../findings/find-catalogue.ts'
import { findPing } from '../../findings/find-ping.ts'
import { placeListing } from '../document/sample.ts'
import { learn, miss, nodesAt, type Reading } from './document-reading.ts'

/** Learns where ping has its fields (gap `ping-position`). */
export function learnPing(reading: Reading): void {
  const { ping } = reading.described
  const found = findPing(ping?.sample.body, reading.start.ping)
  // Under other names, the documented values show them.
  const status = found.status ?? (ping && placeListing(ping.sample, 'ok'))
  const mode = found.mode ?? (ping && placeListing(ping.sample, 'TEST'))
  const { otherStatuses } = found
  if (ping === undefined || status === undefined || mode === undefined) {
    const missing = status === undefined ? 'status that may be "ok"' : 'mode'
    miss(reading, 'ping', `The document shows no ${missing} below data of GET /ping.`)
    return
  }
  learn(reading, {
    key: 'ping',
    value: { status, mode },
    isCertain: otherStatuses.length === 0,
    reason: `A status stands at ${status}, and a mode at ${mode}${alsoAt(otherStatuses)}.`,
    nodes: [...nodesAt(ping, status), ...nodesAt(ping, mode)],
  })
}

/** Learns where the catalogue is (gap `catalogue-position`). */
export function learnCatalogue(reading: Reading): void {
  const { listProducts } = reading.described
  const found = findCatalogue(listProducts?.sample.body)
  if (listProducts === undefined || found === undefined) {
    miss(
      reading,
      'products.pointer',
      'The document shows no list below data of GET /products whose entries have a string sku.',
    )
    return
  }
  const { pointer, others, isInList } = found
  learn(reading, {
    key: 'products.pointer',
    value: pointer,
    isCertain: others.length === 0 && !isInList,
    reason: `A list whose entries have a sku stands at ${pointer}${alsoAt(others)}.`,
    nodes: nodesAt(listProducts, pointer),
  })
}

/** Names the places that are as likely. */
export function alsoAt(others: readonly JsonPointer[]): string {
  return others.length === 0 ? '' : `; others stand at ${others.join(', ')}`
}
