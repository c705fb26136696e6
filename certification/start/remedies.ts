import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { CodeId } from '../lessons/code/snippets.ts'
import { operationWords, type Stop } from './stop.ts'

type Refused = Extract<Stop, { at: 'refused' }>
type Astray = Extract<Stop, { at: 'lookup' }>
type Silent = Extract<Stop, { at: 'no-request' }>

/** The smallest change that may let a client begin. */
export function remedyOf(stop: Stop, clientError: string | null, profile: Profile): string {
  if (stop.at === 'other-card')
    return 'Buy the card that the environment names in SERVICE_SKU: it is another one in each scenario.'
  if (stop.at === 'no-request') return silentRemedy(stop, clientError)
  if (stop.at === 'lookup') return lookupRemedy(stop, profile)
  return stop.at === 'refused'
    ? refusedRemedy(stop, profile)
    : servedRemedy(stop.exchange, clientError, profile)
}

/** Of a client that sent nothing: what its error says, and what to do about that. */
const BY_ERROR: readonly (readonly [RegExp, string])[] = [
  [
    /ssl|tls|wrong version number|certificate/i,
    'Call the base address as it is in SERVICE_BASE_URL: it begins with the scheme that this run serves, http:// unless it says https://.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|connection refused|(?:failed|couldn't) (?:to )?connect|name or service not known|resolve|unreachable|proxy/i,
    'Send every call to SERVICE_BASE_URL of the environment, and none to another address or through a proxy.',
  ],
  [
    /cannot find module|no module named|classnotfound|could not find or load|not found|no such file/i,
    'Something that the client needs is missing where it is started. Run the command by itself in this folder until it starts.',
  ],
]

function silentRemedy({ trial: { exit, unreadable } }: Silent, clientError: string | null): string {
  const [arrived] = unreadable ?? []
  if (arrived !== undefined) return arrived.message
  const [, known] = BY_ERROR.find(([pattern]) => pattern.test(clientError ?? '')) ?? []
  if (known !== undefined) return known
  if (exit === null) return 'Have the service call the base address that was printed, with the key beside it.'
  if (exit.cause === 'time-limit')
    return 'Have the command buy when it is started, and end. For a service that waits for orders, use --listen.'
  if (exit.code === 0)
    return 'Have the command buy when it is started: SERVICE_PURCHASES cards of SERVICE_SKU, at SERVICE_BASE_URL.'
  return 'Run the command by itself, with the variables SERVICE_… set, until it gets to its first request.'
}

function refusedRemedy({ exchange, status }: Refused, profile: Profile): string {
  const { nearMiss, operation } = exchange
  const { auth, errors } = profile
  if (nearMiss?.gap === 'key-transport' && nearMiss.clause === null)
    return `Send the key as \`${auth.header}: ${auth.format}\`. If the service accepts it as you send it, change auth in the profile.`
  if (nearMiss?.gap === 'key-transport')
    return `Send the key of SERVICE_PARTNER_API_KEY as \`${auth.header}: ${auth.format}\`.`
  if (status === errors.unauthenticated)
    return 'Send the key that the environment has in SERVICE_PARTNER_API_KEY: it is another one in each scenario.'
  const length = exchange.request.headers['content-length']
  if (operation === 'createOrder' && exchange.request.body === null && length !== undefined)
    return `Send as many bytes as Content-Length says: it says ${length}, and fewer arrived. Leave it to the HTTP library; or encode the body first, and send the number of its bytes.`
  if (operation !== null) return 'Read the answer to this request: its detail says what is wrong with it.'
  const meant = operationWords(nearMiss?.operation ?? 'ping', profile)
  return `Call ${meant}, with its path directly after SERVICE_BASE_URL.`
}

function lookupRemedy({ exchange, path, isUnencoded }: Astray, profile: Profile): string {
  if (isUnencoded)
    return 'Encode the reference where it is put into the path: a slash in it is %2F there. Or use a reference that needs no encoding, such as SHOP:1001-1.'
  const there = JSON.stringify({ method: exchange.request.method, path })
  return `Look the order up at ${operationWords('lookupOrder', profile)}, with the reference encoded: the reference of the API does not show the path, and this profile assumes it there. Only if you know that the service has it where the client asks, the profile says "lookup": ${there}.`
}

/** Where the profile has what a client reads of an answer, and the key of the profile. */
const READ_AT: {
  readonly [Id in OperationId]?: (profile: Profile) => readonly [where: string, key: string]
} = {
  ping: ({ ping }) => [ping.status, 'ping'],
  listProducts: ({ products }) => [products.pointer, 'products'],
  getPrice: ({ price }) => [price.amount, 'price'],
  getBalance: ({ balance }) => [balance.amount, 'balance'],
}

/** Clients that calculate with a text stop after the first one. */
const AMOUNTS: readonly (OperationId | null)[] = ['getPrice', 'getBalance']

/** What an error says where a member was not found: the answer is read at another place. */
const NOT_FOUND =
  /KeyError|IndexError|AttributeError|Null(?:Pointer|Reference)|of (?:undefined|null)|NoSuchElement|on null|for nil|None/i

/** Whether a client may have stopped because an amount is a text. */
function mayBeText({ operation }: Exchange, clientError: string | null, { money }: Profile): boolean {
  const isText = AMOUNTS.includes(operation) && money.format === 'decimal-string'
  return isText && !NOT_FOUND.test(clientError ?? '')
}

/** What the remedy is as code; undefined where it is none. */
export function codeIdOf(stop: Stop, clientError: string | null, profile: Profile): CodeId | undefined {
  if (stop.at === 'after') return mayBeText(stop.exchange, clientError, profile) ? 'amount' : undefined
  if (stop.at === 'lookup') return 'lookup-path'
  if (stop.at !== 'refused') return undefined
  const { nearMiss, operation } = stop.exchange
  if (nearMiss?.operation === 'lookupOrder') return 'lookup-path'
  return nearMiss !== null || operation === 'ping' ? 'call' : undefined
}

function servedRemedy(exchange: Exchange, clientError: string | null, profile: Profile): string {
  const { operation } = exchange
  const [where, key] = (operation === null ? undefined : READ_AT[operation]?.(profile)) ?? []
  if (where === undefined)
    return 'See what the client does with this answer, and have it go on to the purchase.'
  const type = mayBeText(exchange, clientError, profile)
    ? 'In this profile an amount is a text, such as "25.00": read it as a decimal number before you calculate. '
    : ''
  return `${type}See where the client reads this answer: in this profile it is at ${where}. If the service has it elsewhere, change ${key} in the profile. Then go on to the purchase.`
}
