import { redact } from '../../../contract/text/redact.ts'
import { isTestKey } from '../../../contract/wire/auth.ts'
import { redactedHeaders } from '../../journal/redact-request.ts'
import type { Call } from '../call.ts'

/** A refused request for the comparison with the operations: its texts without the key. */
export type Asked = {
  readonly method: string
  /** As it was sent, without the query. */
  readonly path: string
  /** Without its question mark. */
  readonly query: string
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a TEST key is at the profile's position. */
  readonly hasKey: boolean
  /** `null` if there was none, or it could not be read. */
  readonly body: string | null
}

/** The request of a call, without the key. */
export function askedOf({ mock, inbound, body, redact }: Call): Asked {
  const key = mock.keyIn(inbound.header(mock.profile.auth.header) ?? '')
  const target = redact(inbound.target)
  const mark = target.indexOf('?')
  return {
    method: inbound.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: redactedHeaders(inbound.rawHeaders, redact),
    hasKey: key !== undefined && isTestKey(key),
    body: body.kind === 'text' ? redact(body.text) : null,
  }
}

const LONGEST_QUOTE = 60
/** A shortened key is still recognised by its beginning. */
const LOOKED_AT = 300

/** A text of the request as a sentence may show it: in quotes, short, and without any key. */
export function quoted(text: string): string {
  const redacted = redact(text.slice(0, LOOKED_AT))
  return JSON.stringify(
    redacted.length > LONGEST_QUOTE ? `${redacted.slice(0, LONGEST_QUOTE - 1)}…` : redacted,
  )
}

const MOST_PARAMETERS = 20

/** The parameters of a query, in their order; a plus sign is not decoded. */
export function queryNames({ query }: Asked): readonly string[] {
  return query === '' ? [] : query.split('&', MOST_PARAMETERS).map((pair) => pair.split('=', 1)[0] ?? '')
}
