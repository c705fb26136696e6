import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import type { ServerClauseId } from '../contract/reference/server-clauses.ts'
import { REDACTED } from '../contract/text/redact.ts'
import { type Auth, KEY_HEADERS, keyInAuthHeader, TEST_KEY_PREFIX } from '../contract/wire/auth.ts'
import {
  type Asked,
  type KnownOperations,
  profileSays,
  queryNames,
  quoted,
  resemblingOperation,
} from './near-miss.ts'
import type { Refused } from './refusals.ts'

/** Refuses a call without a known key, and says where its key is and where it belongs. */
export function unknownKey(asked: Asked, known: KnownOperations): Refused {
  const { auth } = known.profile
  const { header, format } = auth
  const expected = `${header}: ${format.replace('{key}', `${TEST_KEY_PREFIX}…`)}`
  const place = asked.hasKey ? NOT_LISTED : placeOfKey(asked, auth)
  const refused = {
    code: 'unauthenticated',
    detail: `${place.text}; send a TEST key as \`${expected}\`.`,
    field: header,
  } as const
  // A well-formed key in the right place is not a near miss.
  const resembled = asked.hasKey ? undefined : resemblingOperation(asked, known.operations)
  if (resembled === undefined) return refused
  const { clause, gap, text } = place
  const says = profileSays(known.profile, 'key-transport', `that it is sent as \`${header}: ${format}\``)
  const differs = [`${text}.`, ...(gap === null ? [] : [says]), ...resembled.differs]
  return { ...refused, nearMiss: { operation: resembled.operation.id, differs, clause, gap } }
}

type Place = {
  readonly text: string
  readonly clause: ClientClauseId | ServerClauseId | null
  readonly gap: GapId | null
}

const NOT_LISTED: Place = {
  text: 'The key is not on the list of partners that this mock serves',
  clause: null,
  gap: null,
}

function placeOfKey(asked: Asked, auth: Auth): Place {
  const value = asked.headers[auth.header.toLowerCase()]
  return value === undefined ? placeElsewhere(asked, auth) : placeInHeader(value, auth)
}

function placeInHeader(value: string, auth: Auth): Place {
  const { header, format } = auth
  if (keyInAuthHeader(auth, value) !== undefined) {
    const text = `What stands in ${header} is no TEST key: one begins with ${TEST_KEY_PREFIX} and goes on with 1 to 128 letters, digits, _ or -`
    return { text, clause: 'key-required', gap: null }
  }
  return { text: `The header ${header} ${formProblem(value, format)}`, clause: null, gap: 'key-transport' }
}

/** Only these schemes are quoted: any other word could be part of a key. */
const SCHEMES = ['Basic', 'Bearer', 'Digest', 'Token', 'ApiKey', 'Key']

function formProblem(value: string, format: string): string {
  const [before = ''] = format.split('{key}')
  const scheme = SCHEMES.find((name) => value.toLowerCase().startsWith(`${name.toLowerCase()} `))
  if (value.toLowerCase().startsWith(before.toLowerCase())) return `is not of the form \`${format}\``
  if (scheme !== undefined && before !== '') return `has the scheme ${scheme}`
  return `lacks ${JSON.stringify(before)} before the key`
}

function placeElsewhere(asked: Asked, { header }: Auth): Place {
  const headers = Object.entries(asked.headers)
  const other = headers.find(([name, value]) => KEY_HEADERS.includes(name) || holdsKey(value))?.[0]
  if (other !== undefined)
    return { text: `The key stands in the header ${quoted(other)}`, clause: null, gap: 'key-transport' }
  const inUrl =
    holdsKey(asked.query) || holdsKey(asked.path) || queryNames(asked).some((name) => NAME_OF_KEY.test(name))
  const place = inUrl ? 'in the URL' : asked.body !== null && holdsKey(asked.body) ? 'in the body' : undefined
  if (place !== undefined)
    return { text: `The key stands ${place}`, clause: 'key-stays-on-server', gap: 'key-transport' }
  return {
    text: `No key is sent: there is no header ${header}`,
    clause: 'key-required',
    gap: 'key-transport',
  }
}

const NAME_OF_KEY = /^(?:api|access|partner)?[_-]?(?:key|token)$/i

/** Whether a text has the mark of a removed key. */
function holdsKey(text: string): boolean {
  return text.includes(REDACTED)
}
