import type { Fault } from '../../contract/wire/fault.ts'
import type { OrderedFault } from '../../contract/wire/ordered-fault.ts'
import type { Refused } from '../call/outcome.ts'
import { unknownSku } from '../respond/explain/order-problems.ts'

type ScriptedRefusal = Extract<Fault['does'], { kind: 'refuse' }>

/** The scripted refusal of a purchase or lookup of a card, by its scenario or by a fault that was ordered. */
export function scriptedRefusal(
  { cause, retryAfterSeconds }: ScriptedRefusal,
  sku: string,
  ordered?: OrderedFault,
): Refused {
  const source = ordered === undefined ? "This card's scenario" : `The fault ${ordered} that was ordered`
  if (cause === 'withdrawn-sku') return unknownSku('createOrder', sku)
  return {
    code: cause,
    detail: `${source} ${DETAILS[cause]}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

const NOTHING_SAID =
  'This does not say that nothing was bought: look the reference up, or send the identical body again.'

const DETAILS = {
  'rate-limited': 'answers that this is a call too many. Wait, then send it again.',
  unavailable: `answers that the service is unavailable. ${NOTHING_SAID}`,
  'internal-error': `answers that the service failed. ${NOTHING_SAID}`,
  'bad-gateway': `answers as a gateway whose service is silent. ${NOTHING_SAID}`,
} as const
