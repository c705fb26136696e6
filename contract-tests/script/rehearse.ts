import { manualClock } from '../../contract/clock.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest } from '../../contract/wire/bodies.ts'
import { parametersIn } from '../../contract/wire/path-template.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { type Dispatch, type Received, type SentRequest, socketNetwork } from '../http/http-client.ts'
import { advancedPace } from '../run/pace.ts'
import type { Target } from '../run/target.ts'
import { Caller } from './caller.ts'
import { secondsProcessing } from './offer.ts'
import { runScript } from './script.ts'

export type PlannedPurchase = { readonly line: string; readonly sku: string }

export type Rehearsal = {
  readonly purchases: readonly PlannedPurchase[]
  /** How many cards a service that keeps the contract sells for them. */
  readonly cards: number
}

/**
 * Goes through the script without buying: reads are sent, each once; a purchase is answered here, as a service that keeps
 * the contract would.
 */
export async function rehearse(target: Target): Promise<Rehearsal> {
  const { profile, apiKey } = target
  const purchases: PlannedPurchase[] = []
  const clock = manualClock()
  /** When each order is settled. */
  const orders = new Map<string, number>()
  const summaryOf = (reference: string) =>
    clock.now() < (orders.get(reference) ?? 0)
      ? { status: PROCESSING, pollAfterSeconds: 1 }
      : { status: profile.states.success[0] }
  const buy = ({ body }: SentRequest) => {
    const { partnerReference, sku } = orderRequest.safeParse(parseJson(body ?? '')).data ?? {}
    if (partnerReference === undefined || sku === undefined) return answer(422, {})
    if (!orders.has(partnerReference))
      orders.set(partnerReference, clock.now() + secondsProcessing(sku) * 1000)
    return answer(200, { data: { order: { order: summaryOf(partnerReference) } } })
  }
  const { dispatch: send } = socketNetwork(target.proxy)
  const reads = new Map<string, Promise<Received>>()
  const dispatch: Dispatch = async (baseUrl, sent, signal) => {
    const isOwn = ({ headers }: SentRequest) =>
      Object.values(headers).some((value) => value.includes(apiKey) && !value.includes(`${apiKey}0`))
    if (!isOwn(sent)) return answer(profile.errors.unauthenticated, {})
    if (sent.operation === 'createOrder') return buy(sent)
    if (sent.operation === 'lookupOrder') {
      const reference = parametersIn(profile.lookup.path, sent.target)?.partnerReference ?? ''
      return orders.has(reference) ? answer(200, { data: { order: summaryOf(reference) } }) : answer(404, {})
    }
    const read = reads.get(sent.target) ?? send(baseUrl, sent, signal)
    reads.set(sent.target, read)
    return read
  }
  const cut = async (_: string, sent: SentRequest) => {
    buy(sent)
    return true
  }
  const network = { dispatch, cut }
  const onPurchase = (line: string, sku: string) => void purchases.push({ line, sku })
  await runScript(new Caller(target, { network, onPurchase, pace: advancedPace(clock) }))
  return { purchases, cards: orders.size }
}

function answer(status: number, body: object): Received {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
