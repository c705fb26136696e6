import { ORDER_TRIGGERS } from './triggers/orders.ts'
import { PURCHASE_TRIGGERS } from './triggers/purchases.ts'

/** Every trigger, in the order of the page's columns. */
export const TRIGGERS = { ...PURCHASE_TRIGGERS, ...ORDER_TRIGGERS } as const

/** A trigger's name in the table. */
export type TriggerId = keyof typeof TRIGGERS
