import type { TimelineEntry } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { deliveryOf } from '../text/fault-words.ts'

/** What a client knows of one order: what the last answer that arrived said, or that none did. */
type Known = { readonly status: string | null; readonly askFromMs: number | null }

/**
 * What is so after each request of a scenario, in words: what its client can know, and what the service has.
 *
 * @example
 * stepsIn(timeline)[4] // 'The client can not know whether SHOP:1 was bought. The service has 1 order.'
 */
export function stepsIn(timeline: readonly TimelineEntry[]): readonly string[] {
  const known = new Map<string, Known>()
  let recorded = 0
  return timeline.map((entry) => {
    const { partnerReference, effect } = entry
    if (effect === 'recorded') recorded += 1
    if (partnerReference !== null) known.set(partnerReference, knownAfter(entry, known.get(partnerReference)))
    const orders = [...known].map(([reference, one]) => knownWords(reference, one))
    const knows = orders.length === 0 ? ['The client has bought nothing.'] : orders
    return [...knows, `The service has ${counted(recorded, 'order')}.`].join(' ')
  })
}

function knownAfter(entry: TimelineEntry, before: Known | undefined): Known {
  const { orderStatus, pollAfterSeconds, deliveredMs, answeredMs, arrivedMs } = entry
  if (deliveryOf(entry) !== 'delivered' || orderStatus === null)
    return before ?? { status: null, askFromMs: null }
  const heardMs = deliveredMs ?? answeredMs ?? arrivedMs
  const isWaiting = orderStatus === PROCESSING && pollAfterSeconds !== null
  return { status: orderStatus, askFromMs: isWaiting ? heardMs + pollAfterSeconds * 1000 : null }
}

function knownWords(reference: string, { status, askFromMs }: Known): string {
  if (status === null) return `The client can not know whether ${reference} was bought.`
  const until = askFromMs === null ? '' : `, to be asked for from t+${(askFromMs / 1000).toFixed(2)}`
  return `The client knows that ${reference} is ${status}${until}.`
}
