import { ORDER_TRIGGERS } from './triggers/orders.ts'
import { PURCHASE_TRIGGERS } from './triggers/purchases.ts'

/** Every trigger of the table. */
export const TRIGGERS = { ...PURCHASE_TRIGGERS, ...ORDER_TRIGGERS } as const

/** The name of a trigger in the table. */
export type TriggerId = keyof typeof TRIGGERS
