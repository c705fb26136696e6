import { asksToWait } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'

/** What a form can be worn by: a purchase or an identical body; a lookup; any other read. */
export type Wearer = 'purchase' | 'lookup' | 'read'

/** The parts of a request that a form changes. */
export type Clothed = {
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A way of writing a request that means the same: the plain request is the one that wears none. */
export type Form = {
  /** Two forms of one dimension exclude each other. */
  readonly dimension: string
  /** After "only where". */
  readonly words: string
  readonly of: readonly Wearer[]
  /** The line of the profile that rules it out; null for what JSON and URLs are: a service that refuses it is wrong. */
  readonly limit: 'requests.charset' | 'requests.chunked' | 'requests' | null
  readonly wear: (plain: Clothed) => Clothed
  readonly isWorn: (request: Clothed) => boolean
}

const ALL: readonly Wearer[] = ['purchase', 'lookup', 'read']
const BODIES: readonly Wearer[] = ['purchase']

/** A form that is one header. A plain request has none of that name, or another value. */
function header(
  dimension: string,
  name: string,
  value: string,
  rest: Omit<Form, 'dimension' | 'wear' | 'isWorn'>,
): Form {
  return {
    ...rest,
    dimension,
    wear: (plain) => ({ ...plain, headers: { ...plain.headers, [nameIn(plain, name)]: value } }),
    isWorn: (request) => request.headers[nameIn(request, name)] === value,
  }
}

/** A header's name as a request has it, if it has it. */
function nameIn({ headers }: Clothed, name: string): string {
  return Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
}

/** A form of a JSON body. A body that is no object is left as it is. */
function body(dimension: string, words: string, write: (text: string) => string, isWorn: RegExp): Form {
  return {
    dimension,
    words,
    of: BODIES,
    limit: null,
    wear: (plain) => ({ ...plain, body: plain.body === null ? null : write(plain.body) }),
    isWorn: (request) => isWorn.test(request.body ?? ''),
  }
}

const HTTP = { of: ALL, limit: 'requests' } as const

export const FORMS = {
  'sku-first': body(
    'members',
    '`sku` stands before `partnerReference`',
    (text) => text.replace(/^\{("partnerReference":.*),("sku":.*)\}$/s, '{$2,$1}'),
    /^\s*\{\s*"sku"/,
  ),
  spaced: body(
    'white space',
    'the body has white space between its members',
    (text) => text.replace(/^\{(".*),("(?:sku|partnerReference)":.*)\}$/s, '{\n  $1,\n  $2\n}\n'),
    /^\s*\{\s+"/,
  ),
  escaped: body(
    'escapes of JSON',
    'the body has a character as an escape of JSON',
    (text) =>
      text.replace(
        /("partnerReference":")([A-Za-z])/,
        (_, before, letter) => `${before}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    /"partnerReference"\s*:\s*"\\u00/,
  ),
  charset: header('charset', 'Content-Type', 'application/json; charset=utf-8', {
    words: 'the Content-Type names a charset',
    of: BODIES,
    limit: 'requests.charset',
  }),
  chunked: header('framing', 'Transfer-Encoding', 'chunked', {
    words: 'the body is chunked',
    of: BODIES,
    limit: 'requests.chunked',
  }),
  'accept-json': header('Accept', 'Accept', 'application/json', {
    ...HTTP,
    words: 'JSON is accepted by name',
  }),
  'accept-any': header('Accept', 'Accept', '*/*', { ...HTTP, words: 'any media type is accepted' }),
  identity: header('Accept-Encoding', 'Accept-Encoding', 'identity', {
    ...HTTP,
    words: 'no content coding is accepted',
  }),
  'agent-java': header('User-Agent', 'User-Agent', 'okhttp/4.12.0', {
    ...HTTP,
    words: 'the User-Agent is okhttp’s',
  }),
  'agent-python': header('User-Agent', 'User-Agent', 'python-requests/2.32.3', {
    ...HTTP,
    words: 'the User-Agent is that of Python',
  }),
  'own-connection': header('connection', 'Connection', 'close', {
    words: 'the request has a connection of its own',
    of: ['lookup', 'read'],
    limit: 'requests',
  }),
  'lower-escapes': {
    dimension: 'escapes of URLs',
    words: 'the escapes of the URL are in lower case',
    of: ['lookup'],
    limit: null,
    wear: (plain) => ({
      ...plain,
      target: plain.target.replace(/%[\dA-F]{2}/g, (text) => text.toLowerCase()),
    }),
    isWorn: ({ target }) => /%(?:[\da-f][a-f]|[a-f][\da-f])/.test(target),
  },
  // The last: it changes the names that the others bring.
  'lower-names': {
    dimension: 'names of headers',
    ...HTTP,
    words: 'the names of the headers are in lower case',
    wear: (plain) => ({ ...plain, headers: inLowerCase(plain.headers) }),
    isWorn: ({ headers }) => {
      const names = Object.keys(headers)
      return names.length > 0 && names.every((name) => name === name.toLowerCase())
    },
  },
} as const satisfies Readonly<Record<string, Form>>

export type FormId = keyof typeof FORMS

const IDS = Object.keys(FORMS) as readonly FormId[]

export function formOf(id: FormId): Form {
  return FORMS[id]
}

export function dimensionsOf(wearer: Wearer): ReadonlyMap<string, readonly FormId[]> {
  const fitting = IDS.filter((id) => formOf(id).of.includes(wearer))
  return Map.groupBy(fitting, (id) => formOf(id).dimension)
}

export function dressed<Request extends Clothed>(plain: Request, forms: readonly FormId[]): Request {
  const inOrder = IDS.filter((id) => forms.includes(id))
  const { target, headers, body } = inOrder.reduce<Clothed>((worn, id) => formOf(id).wear(worn), plain)
  return { ...plain, target, headers, body }
}

export function formsIn(request: Clothed, wearer: Wearer): readonly FormId[] {
  return IDS.filter((id) => formOf(id).of.includes(wearer) && formOf(id).isWorn(request))
}

export function wearerOf(operation: string): Wearer {
  if (operation === 'createOrder') return 'purchase'
  return operation === 'lookupOrder' ? 'lookup' : 'read'
}

function inLowerCase(headers: Clothed['headers']): Clothed['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Statuses that may refuse a request for how it is written, not for what it asks (RFC 9110, 15.5 and 15.6; RFC 6585). */
const OF_THE_FORM = [400, 403, 406, 411, 413, 414, 415, 417, 422, 431, 501, 505]

/** Whether an answer may refuse a request for the forms that it wears, as a limit of the service. */
export function mayLimit(
  response: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | null,
  worn: readonly FormId[],
  { errors }: Pick<Profile, 'errors'>,
): boolean {
  if (response === null || asksToWait(response)) return false
  const { status } = response
  const isOfTheForm = status === errors.invalidBody || OF_THE_FORM.some((known) => known === status)
  return isOfTheForm && worn.some((id) => formOf(id).limit !== null)
}

export function formsRuledOut({
  requests: { charset, chunked },
}: Pick<Profile, 'requests'>): readonly FormId[] {
  return [...(charset ? [] : (['charset'] as const)), ...(chunked ? [] : (['chunked'] as const))]
}
