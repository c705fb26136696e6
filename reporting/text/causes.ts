import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import type { CheckReport, ClauseReport, Lesson, Report } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'

export type Cause = {
  /** In the words of the first of them, without a quotation of the reference. */
  readonly message: string
  readonly checks: readonly CheckReport[]
  /** The advice of the first of them that has any; null where an earlier cause has the same fix. */
  readonly lesson: Lesson | null
}

/**
 * Why a clause came to its verdict, each cause once. Messages that differ only in numbers, and in what is between
 * quotation marks, give the same cause, unless the advice names different fixes.
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

/** Checks that give the same message, apart where their advice names another fix; one without advice is with the first. */
function byAdvice(checks: readonly CheckReport[]): readonly (readonly CheckReport[])[] {
  const usual = checks.find(({ lesson }) => lesson !== null)?.lesson?.remedy ?? ''
  return [...Map.groupBy(checks, ({ lesson }) => messagePattern(lesson?.remedy ?? usual)).values()]
}

/** What the message of a broken clause of a client says, and the quotation of the reference that ends it. */
const QUOTING = /^(.*) ((?:The reference, §[\d., ]+: “|No sentence of the reference says so: ).*)$/s

/** The message of a check, without the quotation of the reference that ends it. */
export function messageOf({ message }: CheckReport, clause: string): string {
  const text = message ?? ''
  return (Object.hasOwn(CLIENT_CLAUSES, clause) && QUOTING.exec(text)?.[1]) || text
}

/** The quotation of the reference that ends the message of a check; undefined where none does. */
export function quotationIn({ message }: Pick<CheckReport, 'message'>): string | undefined {
  return QUOTING.exec(message ?? '')?.[2]
}

export function messagePattern(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g, '#')
}

/** Every label of advice: what it is about, and the form of its text. Output is of the client, in lines. */
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
 * What a broken clause teaches: what follows from it, why it happens, the smallest fix, and how to see it again; nothing
 * without a lesson. A scenario runs alone. The command of a service runs all checks of a clause, and so is the same for each
 * of them; a client that could not begin runs all of its scenarios again.
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

/** What is known of a start that failed, in addition to its message, which ends with the first difference of a near miss. */
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
