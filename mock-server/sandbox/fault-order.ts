import * as z from 'zod/mini'
import { wholeToThousand } from '../../contract/wire/fault.ts'
import {
  ORDERED_FAULT_NAMES,
  type OrderedFault,
  type OrderedFor,
  type WaitingFault,
} from '../../contract/wire/ordered-fault.ts'

const OPERATIONS = { purchase: 'createOrder', lookup: 'lookupOrder' } as const
const ORDERED_FOR = ['purchase', 'lookup'] as const

/** An order of a fault, besides its key: for the nth purchase or lookup from now on. */
export const orderedFaultShape = {
  fault: z.enum(ORDERED_FAULT_NAMES, `one of ${ORDERED_FAULT_NAMES.join(', ')}`),
  on: z._default(z.enum(ORDERED_FOR, ORDERED_FOR.join(' or ')), 'purchase'),
  at: z._default(wholeToThousand('a whole number from 1 to 1000'), 1),
}

const orderSchema = z.strictObject(orderedFaultShape)

export function waitingFault({ fault, on, at }: z.infer<typeof orderSchema>): WaitingFault {
  return { operation: OPERATIONS[on], at, fault }
}

/** @throws {RangeError} for what can't be ordered. */
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
