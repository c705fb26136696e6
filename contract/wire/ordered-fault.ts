import type { Fault } from './fault.ts'

const once = { on: 'createOrder', times: 1 } as const
const [before, after] = ['before-recording', 'after-recording'] as const
const refused = (cause: 'unavailable' | 'internal-error' | 'bad-gateway') =>
  ({ kind: 'refuse', cause }) as const
const tooMany = { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 2 } as const

const FAULTS = {
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
} as const satisfies Readonly<Record<string, Fault>>

/** A fault that a test or a person orders for the next purchase of a key. */
export type OrderedFault = keyof typeof FAULTS

/** What each ordered fault does, and at which commit point: each is that of the scenario with a similar name. */
export const ORDERED_FAULTS: Readonly<Record<OrderedFault, Fault>> = FAULTS

/** The names of these faults. */
export const ORDERED_FAULT_NAMES = Object.keys(FAULTS) as OrderedFault[]
