import type { Fault } from './fault.ts'

/** The names of the faults that a test or a person orders for the next purchase of a key. */
export const ORDERED_FAULT_NAMES = [
  'lost-before',
  'lost-after',
  'cut',
  'stalled',
  'unavailable',
  'rate-limited',
] as const

/** One of these faults. */
export type OrderedFault = (typeof ORDERED_FAULT_NAMES)[number]

const once = { on: 'createOrder', times: 1 } as const

/** What each ordered fault does, and at which commit point: each is that of the scenario with a similar name. */
export const ORDERED_FAULTS: Readonly<Record<OrderedFault, Fault>> = {
  'lost-before': { ...once, at: 'before-recording', does: { kind: 'reset' } },
  'lost-after': { ...once, at: 'after-recording', does: { kind: 'reset' } },
  cut: { ...once, at: 'in-answer', does: { kind: 'close' } },
  stalled: { ...once, at: 'after-recording', does: { kind: 'stall', seconds: 90 } },
  unavailable: { ...once, at: 'before-recording', does: { kind: 'refuse', cause: 'unavailable' } },
  'rate-limited': {
    ...once,
    at: 'before-recording',
    does: { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 2 },
  },
}
