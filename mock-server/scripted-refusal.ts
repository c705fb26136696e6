import type { Fault } from '../contract/fault.ts'
import { withdrawnSku } from './order-refusals.ts'
import type { Refused } from './refusals.ts'

type ScriptedRefusal = Extract<Fault['does'], { kind: 'refuse' }>

/** What a scripted refusal of a purchase or lookup of a card says. */
export function scriptedRefusal({ cause, retryAfterSeconds }: ScriptedRefusal, sku: string): Refused {
  if (cause === 'withdrawn-sku') return withdrawnSku(sku)
  return {
    code: cause,
    detail: DETAILS[cause],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

const DETAILS = {
  'rate-limited': 'The scenario of this card has it that this is a call too many. Wait, then send it again.',
  unavailable:
    'The scenario of this card has it that the service is unavailable. This does not say that nothing was bought: look the reference up, or send the identical body again.',
} as const
