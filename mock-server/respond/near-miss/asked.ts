import { redact } from '../../../contract/text/redact.ts'

/** A request as it is compared with the operations: its texts, from which the caller has taken the key. */
export type Asked = {
  readonly method: string
  /** As it was sent, without the query. */
  readonly path: string
  /** Without its question mark. */
  readonly query: string
  /** By name, in small letters. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a TEST key stands where the profile has it. */
  readonly hasKey: boolean
  /** `null` where there was none, or none that could be read. */
  readonly body: string | null
}

const LONGEST_QUOTE = 60
/** A key that is cut here is still seen to be one by its beginning. */
const LOOKED_AT = 300

/** A text of the request as a sentence may show it: in quotes, short, and without any key. */
export function quoted(text: string): string {
  const clean = redact(text.slice(0, LOOKED_AT))
  return JSON.stringify(clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE - 1)}…` : clean)
}

/** The parameters of a query, in their order; a plus sign stands for itself. */
export function queryNames({ query }: Asked): readonly string[] {
  return query === '' ? [] : query.split('&', MOST_PARAMETERS).map((pair) => pair.split('=', 1)[0] ?? '')
}

const MOST_PARAMETERS = 20
