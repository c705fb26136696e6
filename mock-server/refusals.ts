import type { Profile } from '../contract/profile/profile.ts'
import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { legible } from '../contract/text/harmless.ts'
import type { OrderRequest } from '../contract/wire/bodies.ts'
import type { NearMiss } from '../contract/wire/exchange.ts'
import type { Fault } from '../contract/wire/fault.ts'
import { moneyWords } from '../contract/wire/money.ts'
import type { OrderedFault } from '../contract/wire/ordered-fault.ts'
import type { Order } from './store/order.ts'
import type { ReportFault } from './store/outage.ts'

type StatusKey = Exclude<keyof Profile['errors'], 'body'>

/** Why the mock refuses a request: the status, from the profile or fixed, and the gaps that it depends on. */
type Cause = { readonly title: string; readonly status: StatusKey | number; readonly gaps: readonly GapId[] }

type CauseRow = readonly [title: string, status: StatusKey | number, gaps: readonly GapId[]]

const CAUSES = {
  unauthenticated: [
    'The call carries no valid key',
    'unauthenticated',
    ['key-transport', 'unauthenticated-status'],
  ],
  'ip-not-allowed': ['This address is not on the allowlist', 'ipNotAllowed', ['ip-not-allowed-status']],
  'unknown-operation': ['No such operation', 'notFound', ['lookup-operation', 'not-found-status']],
  'unknown-sku': ['No such SKU in the catalogue', 'notFound', ['not-found-status']],
  'unknown-order': ['No order with this reference', 'notFound', ['lookup-operation', 'not-found-status']],
  'invalid-body': [
    'The body is not the two fields',
    'invalidBody',
    ['invalid-body-status', 'reference-limits', 'request-forms'],
  ],
  'too-large': ['The body is too large', 'invalidBody', ['size-limits', 'invalid-body-status']],
  'reference-conflict': ['The reference is taken', 'referenceConflict', ['reference-conflict']],
  'insufficient-balance': [
    'The balance is too small',
    'insufficientBalance',
    ['funds-movement', 'insufficient-balance'],
  ],
  'rate-limited': ['A call too many', 'rateLimited', ['rate-limits', 'rate-limited-status']],
  unavailable: ['The service is unavailable', 'unavailable', ['unavailable-status']],
  // Statuses that no profile names: their meaning for a purchase is not documented.
  'internal-error': ['The service failed', 500, ['unavailable-status']],
  'bad-gateway': ['The service behind the gateway did not answer', 502, ['unavailable-status']],
  'needs-socket': ['This scenario needs a socket', 'invalidBody', ['invalid-body-status']],
  'mock-fault': ['The mock has a fault', 500, []],
} as const satisfies Record<string, CauseRow>

export type CauseCode = keyof typeof CAUSES

export const CAUSE_CODES = Object.keys(CAUSES) as readonly CauseCode[]

export function causeOf(code: CauseCode): Cause {
  const [title, status, gaps] = CAUSES[code]
  return { title, status, gaps }
}

/** A refusal as it is decided: its texts may still contain a key. */
export type Refused = {
  readonly code: CauseCode
  /** What was asked, what is already right, and what to change. */
  readonly detail: string
  /** The field of the body, or the header, that is refused. */
  readonly field?: string
  readonly clause?: ClientClauseId
  readonly nearMiss?: NearMiss
  /** Of the `Retry-After` header (RFC 9110, section 10.2.3). */
  readonly retryAfterSeconds?: number
}

/** A SKU that is not in the partner's catalogue; `near` are those that may be meant. */
export function unknownSku(
  operation: 'getPrice' | 'createOrder',
  sku: string,
  near: readonly string[] = [],
): Refused {
  const found = `The SKU ${JSON.stringify(sku)} is not in this partner's catalogue.`
  const meant = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''
  const remedy = `${meant}Read GET /products for the SKUs that are.`
  const isPurchase = operation === 'createOrder'
  const refused = {
    code: isPurchase ? 'invalid-body' : 'unknown-sku',
    field: 'sku',
    ...(isPurchase && { clause: 'sku-from-catalogue' as const }),
  } as const
  const said = isPurchase ? [found, 'Nothing was bought.'] : [found]
  const like = near.find((one) => folded(one) === folded(sku))
  if (like === undefined) return { ...refused, detail: [...said, remedy].join(' ') }
  const differs = `The catalogue has the SKU ${JSON.stringify(like)}; the one that was sent differs in case or blanks.`
  const nearMiss = { operation, differs: [differs], clause: 'sku-from-catalogue', gap: null }
  return { ...refused, detail: [...said, differs, remedy].join(' '), nearMiss }
}

function folded(sku: string): string {
  return sku.replace(/\s+/g, '').toLowerCase()
}

/** Common errors of clients that make a reference unknown. */
const ODD_REFERENCES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/%[0-9a-f]{2}/i, 'The reference is percent-encoded twice; a reference is a literal string, encoded once.'],
  [/^[ \t\r\n]|[ \t\r\n]$/, 'A blank stands before or after the reference, and is taken for a part of it.'],
  [/^"|"$/, 'The reference is in quotes, which are taken for a part of it.'],
]

/** A lookup that finds no order under its reference, or one that lookups don't show yet. */
export function unknownOrder(partnerReference: string): Refused {
  const found = `No order has the reference ${JSON.stringify(partnerReference)}.`
  const remedy = 'If its purchase was not answered, send the identical body again.'
  const refused = { code: 'unknown-order', field: 'partnerReference' } as const
  const odd = ODD_REFERENCES.find(([pattern]) => pattern.test(partnerReference))?.[1]
  if (odd === undefined) return { ...refused, detail: `${found} ${remedy}` }
  const nearMiss = { differs: [odd], clause: 'stable-reference', gap: null }
  return {
    ...refused,
    detail: `${found} ${odd} ${remedy}`,
    nearMiss: { operation: 'lookupOrder', ...nearMiss },
  }
}

export function referenceConflict({ partnerReference }: OrderRequest, known: Order): Refused {
  const detail = `The reference ${JSON.stringify(partnerReference)} belongs to a purchase of ${known.sku}. Send the identical body to retry it, or a new reference for a new purchase.`
  return {
    code: 'reference-conflict',
    detail,
    field: 'partnerReference',
    clause: 'one-reference-per-purchase',
  }
}

/** A card that costs more than the balance. Amounts are in minor units. */
export function insufficientBalance(price: number, available: number, money: Profile['money']): Refused {
  const [asked, left] = [price, available].map((amount) => moneyWords(amount, money))
  const detail = `The price is ${asked}, the balance ${left}. Nothing was bought; the same reference may be sent again when the balance covers it.`
  return { code: 'insufficient-balance', detail, field: 'sku', clause: 'balance-before-purchase' }
}

/** A reference is stored, used in URLs and written to logs: a key in it would be exposed there (§5.1). */
export function keyInReference(authHeader: string): Refused {
  const detail = `The field partnerReference holds the key, which belongs in the header ${authHeader} alone. Choose a reference of your own, such as SHOP:1.`
  return { code: 'invalid-body', detail, field: 'partnerReference', clause: 'key-stays-on-server' }
}

type Source = { readonly ordered: OrderedFault | undefined; readonly scenario: Scenario | undefined }

/** A fault, of a card or ordered, that the transport of a call can't show. */
export function cannotShow({ on, at, does }: Fault, { ordered, scenario }: Source): Refused {
  const source =
    ordered === undefined
      ? `The scenario ${scenario?.sku} (${scenario?.name})`
      : `The fault ${ordered} that was ordered`
  const consequence = on === 'lookupOrder' ? 'it was not looked up' : 'nothing was bought'
  const detail = `${source} ends the connection by a ${does.kind} ${at}, and this call came through MSW, which takes the half of an answer for the whole: ${consequence}. Pass your client the fetch of \`createFetch\`, or serve the mock over a socket, with \`serve\` or \`npx partner-purchase-kit mock\`.`
  return { code: 'needs-socket', detail, ...(on === 'createOrder' && { field: 'sku' }) }
}

export function revokedKey({ header }: Profile['auth']): Refused {
  const detail =
    'The key is revoked, by the scenario of a card it bought or by the operator. Use another key, or reset it.'
  return { code: 'unauthenticated', detail, field: header }
}

export function addressNotAllowed(address: string): Refused {
  const detail = `The call came from ${address}, which is not on this partner's allowlist. Call from an allowed address, or ask the operator to allow this one.`
  return { code: 'ip-not-allowed', detail }
}

/** @param rate in calls a second. */
export function tooManyCalls(rate: number, waitMs: number): Refused {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `Too many calls: the key may make ${rate} a second. Nothing was done. Wait ${retryAfterSeconds} s, then send it again.`
  return { code: 'rate-limited', detail, retryAfterSeconds }
}

const NOTHING_SAID =
  'This does not say that nothing was bought: look the reference up, or send the identical body again.'

const SCRIPTED = {
  'rate-limited': 'answers that this is a call too many. Wait, then send it again.',
  unavailable: `answers that the service is unavailable. ${NOTHING_SAID}`,
  'internal-error': `answers that the service failed. ${NOTHING_SAID}`,
  'bad-gateway': `answers as a gateway whose service is silent. ${NOTHING_SAID}`,
} as const

/** The refusal that a scenario or an ordered fault answers with. */
export function scriptedRefusal(
  { cause, retryAfterSeconds }: Extract<Fault['does'], { kind: 'refuse' }>,
  sku: string,
  ordered: OrderedFault | undefined,
): Refused {
  if (cause === 'withdrawn-sku') return unknownSku('createOrder', sku)
  const source = ordered === undefined ? "This card's scenario" : `The fault ${ordered} that was ordered`
  return {
    code: cause,
    detail: `${source} ${SCRIPTED[cause]}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

export const STORE_UNAVAILABLE: Refused = {
  code: 'unavailable',
  detail: `The service can't reach its records. ${NOTHING_SAID}`,
}

/** A call that the mock failed to answer. The cause is reported, without any key. */
export function mockFault(cause: unknown, report: ReportFault): Refused {
  const message = cause instanceof Error ? cause.message : String(cause)
  report(`partner-purchase mock: a fault of its own: ${legible(message)}`)
  const detail = 'The mock failed to answer. This is a fault of the mock, not of the call.'
  return { code: 'mock-fault', detail }
}
