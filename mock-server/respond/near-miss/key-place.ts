import type { Profile } from '../../../contract/profile/profile.ts'
import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { GapId } from '../../../contract/reference/gaps.ts'
import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import { REDACTED, redact } from '../../../contract/text/redact.ts'
import { KEY_HEADERS, keyInAuthHeader, TEST_KEY_PREFIX } from '../../../contract/wire/auth.ts'
import { type Asked, queryNames, quoted } from './asked.ts'
import { profileSays } from './profile-says.ts'

/** Where the key of a request stands, and what says that it should stand elsewhere. */
export type KeyDifference = {
  readonly differs: readonly string[]
  readonly clause: ClientClauseId | ServerClauseId | null
  readonly gap: GapId | null
}

/** Names of schemes, so that no part of a key is ever taken for one and quoted. */
const SCHEMES = ['Basic', 'Bearer', 'Digest', 'Token', 'ApiKey', 'Key']

/** What differs between where the profile has the key, and where a request that was not let in has it. */
export function keyDifference(asked: Asked, profile: Profile): KeyDifference {
  const { header, format } = profile.auth
  const value = asked.headers[header.toLowerCase()]
  const says = profileSays(profile, 'key-transport', `that it is sent as \`${header}: ${format}\``)
  const misplaced = value === undefined ? misplacedKey(asked, header) : malformedKey(value, profile.auth)
  if (misplaced.gap === null) return { ...misplaced, differs: [misplaced.text] }
  return { ...misplaced, differs: [misplaced.text, says] }
}

type Misplaced = Omit<KeyDifference, 'differs'> & { readonly text: string }

function malformedKey(value: string, auth: Profile['auth']): Misplaced {
  const { header, format } = auth
  if (keyInAuthHeader(auth, value) !== undefined) {
    const text = `What stands in ${header} is no TEST key: one begins with ${TEST_KEY_PREFIX}, and goes on in letters, digits, _ or -.`
    return { text, clause: 'key-required', gap: null }
  }
  return { text: `The header ${header} ${formProblem(value, format)}.`, clause: null, gap: 'key-transport' }
}

function formProblem(value: string, format: string): string {
  const [before = ''] = format.split('{key}')
  const scheme = SCHEMES.find((name) => value.toLowerCase().startsWith(`${name.toLowerCase()} `))
  if (value.toLowerCase().startsWith(before.toLowerCase())) return `is not of the form \`${format}\``
  if (scheme !== undefined && before !== '') return `has the scheme ${scheme}`
  return `lacks ${JSON.stringify(before)} before the key`
}

function misplacedKey(asked: Asked, header: string): Misplaced {
  const other = Object.entries(asked.headers).find(([name, value]) => carriesKey(name, value))?.[0]
  if (other !== undefined)
    return { text: `The key stands in the header ${quoted(other)}.`, clause: null, gap: 'key-transport' }
  const inUrl = holdsKey(asked.query) || holdsKey(asked.path) || queryNames(asked).some(isNameOfKey)
  const place = inUrl ? 'in the URL' : asked.body !== null && holdsKey(asked.body) ? 'in the body' : undefined
  if (place !== undefined)
    return { text: `The key stands ${place}.`, clause: 'key-stays-on-server', gap: 'key-transport' }
  return {
    text: `No key is sent: there is no header ${header}.`,
    clause: 'key-required',
    gap: 'key-transport',
  }
}

function carriesKey(name: string, value: string): boolean {
  return KEY_HEADERS.includes(name) || holdsKey(value)
}

function isNameOfKey(name: string): boolean {
  return /^(?:api|access|partner)?[_-]?(?:key|token)$/i.test(name)
}

/** The caller has put a mark where it took a key out; a key that is still there is seen as well. */
function holdsKey(text: string): boolean {
  const looked = text.slice(0, LOOKED_AT)
  return looked.includes(REDACTED) || redact(looked) !== looked
}

const LOOKED_AT = 4096
