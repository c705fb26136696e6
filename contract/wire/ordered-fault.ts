import type { Fault } from './fault.ts'

/** The names of the faults that a test or a person orders for the next purchase of a key. */
export const ORDERED_FAULT_NAMES = [
  'lost-before',
  'lost-after',
  'cut',
  'stalled',
  'trickle',
  'unavailable',
  'unavailable-after',
  'internal-error',
  'internal-error-after',
  'bad-gateway',
  'bad-gateway-after',
  'rate-limited',
  'rate-limited-after',
] as const

/** One of these faults. */
export type OrderedFault = (typeof ORDERED_FAULT_NAMES)[number]

const once = { on: 'createOrder', times: 1 } as const
const [before, after] = ['before-recording', 'after-recording'] as const
const refused = (cause: 'unavailable' | 'internal-error' | 'bad-gateway') =>
  ({ kind: 'refuse', cause }) as const
const tooMany = { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 2 } as const

/** What each ordered fault does, and at which commit point: each is that of the scenario with a similar name. */
export const ORDERED_FAULTS: Readonly<Record<OrderedFault, Fault>> = {
  'lost-before': { ...once, at: before, does: { kind: 'reset' } },
  'lost-after': { ...once, at: after, does: { kind: 'reset' } },
  cut: { ...once, at: 'in-answer', does: { kind: 'close' } },
  stalled: { ...once, at: after, does: { kind: 'stall', seconds: 90 } },
  trickle: { ...once, at: 'in-answer', does: { kind: 'dribble', seconds: 4 } },
  unavailable: { ...once, at: before, does: refused('unavailable') },
  'unavailable-after': { ...once, at: after, does: refused('unavailable') },
  'internal-error': { ...once, at: before, does: refused('internal-error') },
  'internal-error-after': { ...once, at: after, does: refused('internal-error') },
  'bad-gateway': { ...once, at: before, does: refused('bad-gateway') },
  'bad-gateway-after': { ...once, at: after, does: refused('bad-gateway') },
  'rate-limited': { ...once, at: before, does: tooMany },
  'rate-limited-after': { ...once, at: after, does: tooMany },
}
