import type { IncomingMessage } from 'node:http'
import type { Profile } from '../contract/profile/profile.ts'
import { isTestKey, keyInAuthHeader } from '../contract/wire/auth.ts'
import { isLoopbackHost } from '../mock-server/guards/addresses.ts'
import { digestOf } from './journal.ts'
import type { RefusalCode } from './refuse.ts'

export type Callers = {
  /** The digests of the keys that may call; null for every TEST key, on this machine alone. */
  readonly keys: ReadonlySet<string> | null
  /** The names by which it is called, in small letters, besides those of this machine; null for any. */
  readonly hosts: readonly string[] | null
  /** The target's own key, which no client may send. */
  readonly targetKey: string
  readonly profile: Profile
}

type Refused = { readonly code: RefusalCode; readonly detail: string }

/** Only a browser sets these, and no script of a page can leave them out. */
const OF_A_PAGE = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest']

/** Why a request is not answered whatever it asks for: it is of a web page, or means another host; undefined otherwise. */
export function refusedCaller(
  request: IncomingMessage,
  { hosts }: Pick<Callers, 'hosts'>,
): Refused | undefined {
  const { host: [host = '', ...more] = [] } = request.headersDistinct
  const names = [host.toLowerCase(), host.toLowerCase().replace(/:\d+$/, '')]
  const isOwn = hosts === null || isLoopbackHost(host) || names.some((name) => hosts.includes(name))
  if (more.length > 0 || !isOwn)
    return {
      code: 'wrong-host',
      detail: 'The Host header names no host of this proxy. Call it by the address that it printed.',
    }
  const of = OF_A_PAGE.find((header) => request.headers[header] !== undefined)
  if (of === undefined) return undefined
  return {
    code: 'web-page',
    detail: `The request has ${of}, as a web page sends it. A key stays on a server (§5.1).`,
  }
}

type Caller = { readonly key: string } | Refused

const known = new WeakMap<object, Caller>()

/**
 * Tells who calls.
 *
 * @param head the same object for requests to one proxy with the same headers: most clients send them again and again.
 */
export function callerOf(request: IncomingMessage, head: object, callers: Callers): Caller {
  const found = known.get(head) ?? refusedCaller(request, callers) ?? keyOf(request, callers)
  known.set(head, found)
  if ('code' in found || callers.keys === null || callers.keys.has(found.key)) return found
  return unknownKey('This key is not among those that may call this proxy.')
}

function unknownKey(detail: string): Refused {
  return { code: 'unknown-key', detail }
}

function keyOf(request: IncomingMessage, { profile: { auth }, targetKey }: Callers): Caller {
  const [value, ...more] = request.headersDistinct[auth.header.toLowerCase()] ?? []
  const key = value === undefined || more.length > 0 ? undefined : keyInAuthHeader(auth, value)
  if (key === undefined || !isTestKey(key))
    return unknownKey(
      `Found no TEST key in ${auth.header}. Send any key of your own that begins with pk_test_.`,
    )
  if (key === targetKey)
    return unknownKey(
      'This is the key of the target itself. A client gets one of its own: any that begins with pk_test_.',
    )
  return { key: digestOf(key) }
}
