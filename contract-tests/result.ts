import type { GapId } from '../contract/reference/gaps.ts'
import type { ServerClauseId } from '../contract/reference/server-clauses.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { Broken, NotObserved, OutOfReach } from './analysis/verdict-errors.ts'
import type { Check } from './checks/check.ts'
import type { Session } from './run/session.ts'

/** What a check is about: a clause, or an answer of the profile. */
export type Subject =
  | { readonly kind: 'clause'; readonly clause: ServerClauseId; readonly check: string }
  | { readonly kind: 'assumption'; readonly gap: GapId }

/** The result of one check. */
export type CheckResult = {
  readonly subject: Subject
  readonly verdict: Verdict
  readonly message: string | null
  readonly evidence: readonly Exchange[]
  /** A fault of the kit itself, which says nothing about the target. */
  readonly fault: string | null
  /** How long the check took, beside the others. */
  readonly durationMs?: number
}

/** The stable id of a subject: `ping-ok/status`, or `assumption/key-transport`. */
export function subjectId(subject: Subject): string {
  return subject.kind === 'clause' ? `${subject.clause}/${subject.check}` : `assumption/${subject.gap}`
}

/** Runs one check and returns its result. Never throws: any error that is not a verdict is a fault of the kit. */
export async function resultOf(subject: Subject, run: Check['run'], session: Session): Promise<CheckResult> {
  try {
    const evidence = await run(session)
    return { subject, verdict: 'kept', message: null, evidence, fault: null }
  } catch (cause) {
    const result = resultOfThrown(subject, cause)
    // A message quotes the target's answer, which may contain the key.
    const clean = (text: string | null) => (text === null ? null : session.recorder.clean(text))
    return { ...result, message: clean(result.message), fault: clean(result.fault) }
  }
}

const SIGNALLED = {
  Broken: 'broken',
  NotObserved: 'not-observed',
  OutOfReach: 'out-of-reach',
} as const satisfies Record<string, Verdict>

function resultOfThrown(subject: Subject, cause: unknown): CheckResult {
  if (cause instanceof Broken || cause instanceof NotObserved || cause instanceof OutOfReach) {
    const { message, evidence } = cause
    return { subject, verdict: SIGNALLED[cause.name], message, evidence, fault: null }
  }
  const fault = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const message = 'The kit failed to run this check. This is a fault of the kit, not of the target.'
  return { subject, verdict: 'not-observed', message, evidence: [], fault }
}
