import type { Fault } from '../../contract/wire/fault.ts'
import type { Refused } from '../call/outcome.ts'
import { unknownSku } from '../respond/explain/order-problems.ts'

type ScriptedRefusal = Extract<Fault['does'], { kind: 'refuse' }>

/** The scripted refusal of a purchase or lookup of a card. */
export function scriptedRefusal({ cause, retryAfterSeconds }: ScriptedRefusal, sku: string): Refused {
  if (cause === 'withdrawn-sku') return unknownSku('createOrder', sku)
  return {
    code: cause,
    detail: DETAILS[cause],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

const NOTHING_SAID =
  'This does not say that nothing was bought: look the reference up, or send the identical body again.'

const DETAILS = {
  'rate-limited': "This card's scenario answers that this is a call too many. Wait, then send it again.",
  unavailable: `This card's scenario answers that the service is unavailable. ${NOTHING_SAID}`,
  'internal-error': `This card's scenario answers that the service failed. ${NOTHING_SAID}`,
  'bad-gateway': `This card's scenario answers as a gateway whose service is silent. ${NOTHING_SAID}`,
} as const
