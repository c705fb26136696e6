import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { quotation } from '../../contract/reference/statements.ts'
import type { CheckReport, ClauseReport, Lesson } from '../../contract/report/report.ts'
import { legible } from '../../contract/text/harmless.ts'

/** One reason why a clause is not kept, with every check that gives it. */
export type Cause = {
  /** In the words of the first of them, without a quotation of the reference. */
  readonly message: string
  readonly checks: readonly CheckReport[]
  /** The advice of the first of them that has any; null where an earlier cause has the same fix. */
  readonly lesson: Lesson | null
}

/**
 * Why a clause came to its verdict, each cause once. Messages that differ only in numbers, and in what is between
 * quotation marks, give the same cause, unless the advice names different ones.
 */
export function causesOf({ id, verdict, checks }: ClauseReport): readonly Cause[] {
  const telling = checks.filter((check) => check.verdict === verdict && check.message !== null)
  const alike = [...Map.groupBy(telling, (check) => messagePattern(messageOf(check, id))).values()]
  const taught: Lesson[] = []
  return alike.flatMap(byAdvice).flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const lesson = same.find((check) => check.lesson !== null)?.lesson ?? null
    const isNew = lesson !== null && !taught.some((one) => hasSameFix(one, lesson))
    if (isNew) taught.push(lesson)
    return [{ message: messageOf(first, id), checks: same, lesson: isNew ? lesson : null }]
  })
}

/** Checks that give the same message, apart where their advice names other causes; one without advice is with the first. */
function byAdvice(checks: readonly CheckReport[]): readonly (readonly CheckReport[])[] {
  const usual = checks.find(({ lesson }) => lesson !== null)?.lesson?.cause ?? ''
  return [...Map.groupBy(checks, ({ lesson }) => messagePattern(lesson?.cause ?? usual)).values()]
}

function hasSameFix(one: Lesson, other: Lesson): boolean {
  return one.cause === other.cause && one.remedy === other.remedy
}

/** The message of a check, without the quotation of the reference that ends it. */
export function messageOf({ message }: CheckReport, clause: string): string {
  const text = message ?? ''
  if (!Object.hasOwn(CLIENT_CLAUSES, clause)) return text
  // It is one of the keys, by the line before.
  const quoted = ` ${legible(quotation(clause as ClientClauseId))}`
  return text.endsWith(quoted) ? text.slice(0, -quoted.length) : text
}

/** What a message has in common with others of the same cause. */
export function messagePattern(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g, '#')
}
