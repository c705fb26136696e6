import type { AssumptionChecks } from '../check.ts'
import { ORDER_ASSUMPTIONS } from './orders.ts'
import { POSITION_ASSUMPTIONS } from './positions.ts'
import { REFUSAL_ASSUMPTIONS } from './refusals.ts'

/**
 * The answers of the profile, each compared with the target: `Broken` means that it differs. A gap that has an answer
 * but no check here is not observed: the suite would have to provoke what it must not.
 */
export const ASSUMPTION_CHECKS: AssumptionChecks = {
  ...POSITION_ASSUMPTIONS,
  ...ORDER_ASSUMPTIONS,
  ...REFUSAL_ASSUMPTIONS,
}

/** Why the other answers are not observed. */
export const NOT_PROVOKED = 'The suite does not provoke this: it would cost money, or disturb the service.'
