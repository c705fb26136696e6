import * as z from 'zod/mini'
import { quotedValue } from '../../contract/text/schema-errors.ts'
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

const { fault: faultName, ...requestShape } = orderedFaultShape
const orderedFor = z.strictObject(requestShape)

type FaultOrder = { readonly fault: OrderedFault } & z.infer<typeof orderedFor>

export function waitingFault({ fault, on, at }: FaultOrder): WaitingFault {
  return { operation: OPERATIONS[on], at, fault }
}

/** @throws {RangeError} for what can't be ordered. */
export function readOrderedFault(fault: OrderedFault, request: OrderedFor = {}): WaitingFault {
  if (!faultName.safeParse(fault).success)
    throw new RangeError(`Only these faults can be ordered: ${ORDERED_FAULT_NAMES.join(', ')}.`)
  const read = orderedFor.safeParse(request)
  if (read.success) return waitingFault({ fault, ...read.data })
  throw new RangeError(
    `The request for which a fault is ordered: found ${quotedValue(request)}, expected one such as { on: 'lookup', at: 2 }. on is ${ORDERED_FOR.join(' or ')}, and at a whole number from 1 to 1000: 1 is the next such request.`,
  )
}
