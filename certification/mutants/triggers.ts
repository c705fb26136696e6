import { ORDER_TRIGGERS } from './triggers/orders.ts'
import { PURCHASE_TRIGGERS } from './triggers/purchases.ts'
import type { Trigger, TriggerRow } from './triggers/trigger.ts'

const ROWS = { ...PURCHASE_TRIGGERS, ...ORDER_TRIGGERS } as const

/** A trigger's name in the table. */
export type TriggerId = keyof typeof ROWS

/** Every trigger, in the order of the page's columns. */
export const TRIGGERS = Object.fromEntries(
  Object.entries<TriggerRow>(ROWS).map(([id, [says, scenario, when, needs]]): [string, Trigger] => [
    id,
    { says, scenarios: scenario === null ? [] : [scenario], when, ...(needs && { needs }) },
  ]),
  // They have the names of the rows.
) as Readonly<Record<TriggerId, Trigger>>
