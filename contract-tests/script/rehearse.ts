import { manualClock } from '../../contract/clock.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest } from '../../contract/wire/bodies.ts'
import { parameterIn } from '../../contract/wire/path-template.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { type Dispatch, type Received, type SentRequest, socketNetwork } from '../http/http-client.ts'
import { advancedPace } from '../run/pace.ts'
import type { Target } from '../run/target.ts'
import { Caller } from './caller.ts'
import { runScript } from './script.ts'

/** A purchase that a run would send: the line of the script, and the card. */
export type PlannedPurchase = { readonly line: string; readonly sku: string }

/** What a run would send. */
export type Rehearsal = {
  readonly purchases: readonly PlannedPurchase[]
  /** How many cards a service that keeps the contract sells for them. */
  readonly cards: number
}

const READS = ['ping', 'listProducts', 'getPrice', 'getBalance']

/**
 * Goes through the script without buying: reads are sent, each once; a purchase is answered here, as a service that keeps
 * the contract would.
 */
export async function rehearse(target: Target): Promise<Rehearsal> {
  const purchases: PlannedPurchase[] = []
  const clock = manualClock()
  const orders = new Map<string, { readonly sku: string; readonly at: number }>()
  const read = readingOnce(socketNetwork(target.proxy).dispatch)
  const buy = ({ body }: SentRequest) => {
    const order = orderRequest.safeParse(parseJson(body ?? '')).data
    if (order === undefined) return answer(422, {})
    if (!orders.has(order.partnerReference))
      orders.set(order.partnerReference, { sku: order.sku, at: clock.now() })
    return answer(200, { data: { order: { order: summaryOf(order.partnerReference) } } })
  }
  const summaryOf = (reference: string) => {
    const { sku = '', at = 0 } = orders.get(reference) ?? {}
    const [success] = target.profile.states.success
    return clock.now() - at < processingMs(sku)
      ? { status: PROCESSING, pollAfterSeconds: 1 }
      : { status: success }
  }
  const dispatch: Dispatch = async (baseUrl, sent, signal) => {
    const isOwn = Object.values(sent.headers).some(
      (value) => value.includes(target.apiKey) && !value.includes(`${target.apiKey}0`),
    )
    if (!isOwn) return answer(target.profile.errors.unauthenticated, {})
    if (READS.includes(sent.operation ?? '')) return read(baseUrl, sent, signal)
    if (sent.operation === 'createOrder') return buy(sent)
    const reference = parameterIn(target.profile.lookup.path, sent.target) ?? ''
    return orders.has(reference) ? answer(200, { data: { order: summaryOf(reference) } }) : answer(404, {})
  }
  const network = { dispatch, cut: async (_: string, sent: SentRequest) => void buy(sent) }
  const onPurchase = (line: string, sku: string) => void purchases.push({ line, sku })
  await runScript(new Caller(target, { network, onPurchase, pace: advancedPace(clock) }))
  return { purchases, cards: orders.size }
}

/** Sends each read once, and then gives the same answer. */
function readingOnce(send: Dispatch): Dispatch {
  const known = new Map<string, Promise<Received>>()
  return (baseUrl, sent, signal) => {
    const answered = known.get(sent.target) ?? send(baseUrl, sent, signal)
    known.set(sent.target, answered)
    return answered
  }
}

/** How long an order of a card is PROCESSING on a mock; a card of any other service may settle at once. Milliseconds. */
function processingMs(sku: string): number {
  const course = SCENARIOS.find((scenario) => scenario.sku === sku)?.course
  return (course?.processing ?? []).reduce((sum, { forSeconds }) => sum + forSeconds * 1000, 0)
}

function answer(status: number, body: object): Received {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
