import type * as z from 'zod'

/** A kind of recording: a head, lines, and the seal over them. */
export type RecordingFormat = {
  readonly kind: 'journal' | 'history'
  /** The schema that its head names. */
  readonly schema: string
  /** The error that refuses a recording. @param fault what is wrong with it, as a sentence that begins in lower case. */
  readonly refuse: (fault: string) => Error
}

/**
 * A line of a recording, as its schema describes it.
 *
 * @throws {Error} the format's own.
 */
export function parsedLine<Schema extends z.ZodType>(
  schema: Schema,
  line: unknown,
  number: number,
  { refuse }: RecordingFormat,
): z.infer<Schema> {
  const parsed = schema.safeParse(line)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  throw refuse(`line ${number} is invalid${place === '' ? '' : ` at ${place}`}: ${issue?.message}.`)
}

const versions = new Intl.Collator('en', { numeric: true })

/**
 * A sentence saying that the rules changed since a recording; null where they did not.
 *
 * @throws {Error} the format's own, where the recording's rules are newer.
 */
export function noteOnRules(recorded: string, rules: string, { refuse }: RecordingFormat): string | null {
  const order = versions.compare(recorded, rules)
  if (order > 0)
    throw refuse(
      `it was judged by rules ${recorded} when it was recorded, and this kit has ${rules}. Judge it with a newer kit.`,
    )
  if (order === 0) return null
  return `Recorded under rules ${recorded}, judged by rules ${rules}: verdicts may differ from those of the recording.`
}
