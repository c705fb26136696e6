import * as z from 'zod/mini'
import type { Fault } from './fault.ts'
import { ORDERED_FAULT_NAMES, ORDERED_FAULTS, type OrderedFault } from './ordered-fault.ts'

const OPERATIONS = { purchase: 'createOrder', lookup: 'lookupOrder' } as const

/** The requests that a fault can be ordered for, as an order of it names them. */
const ORDERED_FOR = ['purchase', 'lookup'] as const

const LATEST = 1_000
const FITS_AT = `a whole number from 1 to ${LATEST}`

/** An order of a fault, besides its key: for the nth purchase or lookup from now on. */
export const orderedFaultShape = {
  fault: z.enum(ORDERED_FAULT_NAMES, `one of ${ORDERED_FAULT_NAMES.join(', ')}`),
  on: z._default(z.enum(ORDERED_FOR, ORDERED_FOR.join(' or ')), 'purchase'),
  at: z._default(z.int(FITS_AT).check(z.minimum(1, FITS_AT), z.maximum(LATEST, FITS_AT)), 1),
}

const orderSchema = z.strictObject(orderedFaultShape)

/** Which request a fault is ordered for. Default: the next purchase. */
export type OrderedFor = {
  readonly on?: (typeof ORDERED_FOR)[number] | undefined
  /** The nth one from now on, up to 1000; 1 is the next. */
  readonly at?: number | undefined
}

/** A fault that waits for its request. */
export type WaitingFault = {
  readonly operation: Fault['on']
  /** How many such requests there are until it strikes; 1 is the next. */
  readonly at: number
  readonly fault: OrderedFault
}

/** The fault that an order of it means. */
export function waitingFault({ fault, on, at }: z.infer<typeof orderSchema>): WaitingFault {
  return { operation: OPERATIONS[on], at, fault }
}

/**
 * Reads an order of a fault that a program gives.
 *
 * @throws {RangeError} for what can't be ordered.
 */
export function readOrderedFault(fault: OrderedFault, { on, at }: OrderedFor = {}): WaitingFault {
  const read = orderSchema.safeParse({ fault, on, at })
  if (read.success) return waitingFault(read.data)
  const [issue] = read.error.issues
  throw new RangeError(
    issue?.path[0] === 'fault'
      ? `Only these faults can be ordered: ${ORDERED_FAULT_NAMES.join(', ')}.`
      : `A fault can't be ordered so: expected ${issue?.path.join('.')} to be ${issue?.message}.`,
  )
}

/** The faults that wait for a key with one more, in the place of another one for the same request; the next one first. */
export function withWaiting(waiting: readonly WaitingFault[], added: WaitingFault): readonly WaitingFault[] {
  return [...waiting.filter((one) => !isForSame(one, added)), added].sort((one, other) => one.at - other.at)
}

/** The fault that waits for the same request as another one. */
export function waitingFor(waiting: readonly WaitingFault[], wanted: WaitingFault): WaitingFault | undefined {
  return waiting.find((one) => isForSame(one, wanted))
}

function isForSame(one: WaitingFault, other: WaitingFault): boolean {
  return one.operation === other.operation && one.at === other.at
}

/** One request has come: the fault that strikes it, and those that are left. */
export function countedDown(waiting: readonly WaitingFault[], operation: Fault['on']) {
  const due = waiting.find((one) => one.operation === operation && one.at === 1)
  const left = waiting
    .filter((one) => one !== due)
    .map((one) => (one.operation === operation ? { ...one, at: one.at - 1 } : one))
  return { due: due?.fault, left }
}

/** Waiting faults, as a store keeps them; null for none. */
export function waitingText(waiting: readonly WaitingFault[]): string | null {
  return waiting.length === 0 ? null : JSON.stringify(waiting)
}

/** What was kept by {@link waitingText}. */
export function waitingIn(text: string | null): readonly WaitingFault[] {
  return text === null ? [] : (JSON.parse(text) as WaitingFault[])
}

/** What an ordered fault does to the request that it strikes. */
export function orderedFaultOn(operation: Fault['on'], ordered: OrderedFault): Fault {
  return { ...ORDERED_FAULTS[ordered], on: operation }
}
