import { GAPS } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../contract/reference/server-clauses.ts'
import { ASSUMPTION_CHECKS } from './checks/assumptions/by-gap.ts'
import { CHECKS } from './checks/by-clause.ts'
import type { Check } from './checks/check.ts'
import type { Subject } from './result.ts'

/** One entry of a plan: its subject, the sentence that it proves, and how. */
export type Planned = Omit<Check, 'name'> & { readonly subject: Subject }

const clauseIds = Object.keys(SERVER_CLAUSES) as ServerClauseId[]

const EVERY_CHECK: readonly Planned[] = clauseIds.flatMap((clause) =>
  CHECKS[clause].map(({ name, ...check }) => ({
    ...check,
    subject: { kind: 'clause', clause, check: name },
  })),
)

const USUAL_CHECKS = EVERY_CHECK.filter(({ thorough }) => thorough !== true)

/** The checks of a run, in the order of their clauses. */
export function clausePlan({ thorough = false }: { readonly thorough?: boolean } = {}): readonly Planned[] {
  return thorough ? EVERY_CHECK : USUAL_CHECKS
}

/** The gaps that the profile answers, in the order of the reference. */
export const ANSWERED_GAPS = Object.values(GAPS).flatMap(({ id, profileKey }) =>
  profileKey === null ? [] : [{ gap: id, profileKey }],
)

/** A gap, and the key of the profile that answers it. */
export type AnsweredGap = (typeof ANSWERED_GAPS)[number]

/** Every answer of the profile that can be compared with a target. */
export const ASSUMPTION_PLAN: readonly Planned[] = ANSWERED_GAPS.flatMap(({ gap }) => {
  const check = ASSUMPTION_CHECKS[gap]
  return check === undefined ? [] : [{ ...check, subject: { kind: 'assumption', gap } }]
})

/** All that a run does: the checks of every clause, and the answers of the profile. */
export function checkPlan(run: { readonly thorough: boolean }): readonly Planned[] {
  return [...clausePlan(run), ...ASSUMPTION_PLAN]
}
