import type { ClientOutput, TimelineEntry } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { deliveryOf } from '../text/fault-words.ts'

/** So many lines of a client's output stand beside a step. */
const MOST_LINES = 3

/** What a client knows of one order: what the last answer that arrived said, or that none did. */
type Known = { readonly status: string | null; readonly askFromMs: number | null }

/**
 * What is so after each request of a scenario, in words: what its client can know, what the service has, and what the
 * client wrote before its next request.
 *
 * @example
 * stepsIn(timeline)[4] // 'The client can not know whether SHOP:1 was bought. The service has 1 order.'
 */
export function stepsIn(timeline: readonly TimelineEntry[], output?: ClientOutput): readonly string[] {
  const known = new Map<string, Known>()
  let recorded = 0
  return timeline.map((entry, index) => {
    const { partnerReference, effect } = entry
    if (effect === 'recorded') recorded += 1
    if (partnerReference !== null) known.set(partnerReference, knownAfter(entry, known.get(partnerReference)))
    const orders = [...known].map(([reference, one]) => knownWords(reference, one))
    const knows = orders.length === 0 ? ['The client has bought nothing.'] : orders
    const untilMs = timeline[index + 1]?.arrivedMs ?? Number.POSITIVE_INFINITY
    const wrote = wroteWords(output, entry.arrivedMs, untilMs)
    return [...knows, `The service has ${counted(recorded, 'order')}.`, ...wrote].join(' ')
  })
}

/** The last lines that the client wrote in a stretch of time. */
function wroteWords(output: ClientOutput | undefined, fromMs: number, untilMs: number): readonly string[] {
  const lines = [output?.stdout, output?.stderr].flatMap((stream) => {
    const texts = stream?.text.trimEnd().split('\n') ?? []
    const at = stream?.at ?? []
    return at.flatMap((ms, index) => ({ ms, text: texts[texts.length - at.length + index] ?? '' }))
  })
  const shown = lines
    .filter(({ ms, text }) => ms >= fromMs && ms < untilMs && text.trim() !== '')
    .toSorted((one, other) => one.ms - other.ms)
    .slice(-MOST_LINES)
  return shown.length === 0 ? [] : [`The client wrote: ${shown.map(({ text }) => text.trim()).join(' / ')}`]
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
