import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import type { CheckReport, ClauseReport, Lesson, Report } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'

export type Cause = {
  /** The message of the first check, without its quotation of the reference. */
  readonly message: string
  readonly checks: readonly CheckReport[]
  /** The first advice among the checks; null if an earlier cause has the same fix. */
  readonly lesson: Lesson | null
}

/**
 * The causes of a clause's verdict, each listed once. Messages that differ only in numbers or in quoted texts are the
 * same cause, unless their advice names different fixes.
 */
export function causesOf({ id, verdict, checks }: ClauseReport): readonly Cause[] {
  const telling = checks.filter((check) => check.verdict === verdict && check.message !== null)
  const alike = [...Map.groupBy(telling, (check) => messagePattern(messageOf(check, id))).values()]
  const taught: Lesson[] = []
  return alike.flatMap(byAdvice).flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const lesson = same.find((check) => check.lesson !== null)?.lesson ?? null
    const isNew = lesson !== null && !taught.some(({ remedy }) => remedy === lesson.remedy)
    if (isNew) taught.push(lesson)
    return [{ message: messageOf(first, id), checks: same, lesson: isNew ? lesson : null }]
  })
}

/** Splits checks with the same message by the fix in their advice. A check without advice joins the first. */
function byAdvice(checks: readonly CheckReport[]): readonly (readonly CheckReport[])[] {
  const usual = checks.find(({ lesson }) => lesson !== null)?.lesson?.remedy ?? ''
  return [...Map.groupBy(checks, ({ lesson }) => messagePattern(lesson?.remedy ?? usual)).values()]
}

/** Splits the message of a broken client clause from the quotation of the reference at its end. */
const QUOTING = /^(.*) ((?:The reference, §[\d., ]+: “|No sentence of the reference says so: ).*)$/s

/** The message of a check, without the quotation of the reference at its end. */
export function messageOf({ message }: CheckReport, clause: string): string {
  const text = message ?? ''
  return (Object.hasOwn(CLIENT_CLAUSES, clause) && QUOTING.exec(text)?.[1]) || text
}

/** The quotation of the reference at the end of a message; undefined if there is none. */
export function quotationIn({ message }: Pick<CheckReport, 'message'>): string | undefined {
  return QUOTING.exec(message ?? '')?.[2]
}

export function messagePattern(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g, '#')
}

/** Every label of advice: what it is about, and the form of its text. `output` is what the client wrote, in lines. */
export const ADVICE = {
  'Failed check': { about: 'cause', form: 'prose' },
  'Near miss': { about: 'cause', form: 'prose' },
  'It wrote': { about: 'cause', form: 'output' },
  Consequence: { about: 'consequence', form: 'prose' },
  'Usual cause': { about: 'cause', form: 'prose' },
  'Smallest fix': { about: 'remedy', form: 'prose' },
  See: { about: 'shown', form: 'prose' },
  'Run it alone': { about: 'command', form: 'command' },
  'Run it again': { about: 'command', form: 'command' },
} as const

export type AdviceRow = { readonly label: keyof typeof ADVICE; readonly text: string }

/**
 * The rows of a lesson: consequence, cause, smallest fix, and how to see it again; none without a lesson.
 *
 * The command for a client runs one scenario alone. The command for a service runs all checks of a clause again, and
 * the command for a client that could not begin runs all scenarios again.
 */
export function lessonRows(
  lesson: Lesson | null,
  { kind, startFailure }: Pick<Report, 'kind' | 'startFailure'>,
): readonly AdviceRow[] {
  if (lesson === null) return []
  const { consequence, cause, remedy, see, command } = lesson
  const isAgain = kind === 'verify' || startFailure !== undefined || !command.includes(' --only ')
  return rowsOf([
    ['Consequence', consequence],
    ['Usual cause', cause],
    ['Smallest fix', remedy],
    ['See', see],
    [isAgain ? 'Run it again' : 'Run it alone', command],
  ])
}

/**
 * What is known about a failed start besides its message. The message already has the first difference of a near miss.
 */
export function startFailureRows(failure: StartFailure): readonly AdviceRow[] {
  const { nearMiss, clientError, remedy, command } = failure
  return rowsOf([
    ['Near miss', nearMiss?.differs.slice(1).join(' ')],
    ['It wrote', clientError],
    ['Smallest fix', remedy],
    ['Run it again', command],
  ])
}

function rowsOf(
  texts: readonly (readonly [label: AdviceRow['label'], text: string | null | undefined])[],
): readonly AdviceRow[] {
  return texts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}
