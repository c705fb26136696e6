import { asksToWait, is2xx, isInProgress, type Said, whatIsSaid } from '../../contract/judging/said.ts'
import { hasErrorShape } from '../../contract/profile/error-shape.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest, product, summaryAt } from '../../contract/wire/bodies.ts'
import { hasSummary } from '../../contract/wire/exchange-facts.ts'
import { childPointer, isObject, type JsonPointer, readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { parametersIn } from '../../contract/wire/path-template.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { SUMMARY_AT } from '../../contract/wire/summary-position.ts'
import { type FormId, formsIn, mayLimit, wearerOf } from '../history/forms.ts'
import type { Entry, KeyUsed } from '../history/history.ts'

/** Of what kind the state in a summary is. One that the profile does not name is neither PROCESSING nor settled. */
type StateKind = 'processing' | 'settled' | 'unnamed'

/** The summary of an order, as an answer has it at the position of its operation. */
export type SeenSummary = {
  readonly status: string
  readonly kind: StateKind
  readonly isSuccess: boolean
  readonly pollAfterSeconds: unknown
}

/** What one exchange shows, without its bodies: all that a judge reads of it. */
export type Fact = {
  readonly seq: number
  readonly operation: OperationId
  readonly key: KeyUsed
  /** `GET /ping`, as it was asked. */
  readonly call: string
  readonly status: number | null
  readonly said: Said
  readonly failure: string | null
  readonly sentMs: number
  /** Infinity where no answer arrived. */
  readonly answeredMs: number
  readonly isAbandoned: boolean
  readonly location: string | null
  /** Whether it is served, as any 2xx is, and a conflict that holds its order. */
  readonly isServed: boolean
  readonly body: 'none' | 'json' | 'other'
  /** Whether a served answer has a top-level `data` object (§2). */
  readonly hasData: boolean
  /** Whether a price or a balance is answered with nothing in data: what its fields are is not shown, but it has some. */
  readonly isBlank: boolean
  readonly reference: string | null
  /** The card whose price was asked for, or that was to be bought. */
  readonly sku: string | null
  readonly isOrder: boolean
  readonly forms: readonly FormId[]
  /** Whether it is refused for how it was written, perhaps: then it says nothing of what it asks. */
  readonly isOfForm: boolean
  readonly summary: SeenSummary | null
  /** The reference, and the card, that an answer about an order names; of a price, the card. */
  readonly named: string | null
  readonly namedSku: string | null
  /** The beginning of an answer about an order whose summary does not stand at its position. */
  readonly excerpt: string
  /** An amount of a balance or a price, in minor units. */
  readonly amount: number | null
  /** Whether anything stands where the profile finds that amount, and in which currency it is. */
  readonly place: { readonly isThere: boolean; readonly currency: unknown } | null
  readonly ping: SeenPing | null
  readonly catalogue: SeenCatalogue | null
  /** Whether the body of a refusal has the profile's shape; null for any other answer. */
  readonly hasErrorShape: boolean | null
}

/** The fields of a ping: what stands at the profile's positions, and where the name stands else. */
type SeenPing = {
  readonly [Field in 'status' | 'mode']: { readonly found: unknown; readonly elsewhere: string | null }
}

export const EMPTY = 'an empty array'

type SeenCatalogue = {
  /** What stands at the profile's position, where it is no array. */
  readonly found: string | null
  readonly entries: number
  readonly skus: readonly string[]
  /** The first entry without a SKU. */
  readonly odd: { readonly at: number; readonly text: string } | null
}

export function factsOf(entries: Iterable<Entry>, profile: Profile): readonly Fact[] {
  const facts: Fact[] = []
  for (const entry of entries) {
    const fact = factOf(entry, profile)
    if (fact !== undefined) facts.push(fact)
  }
  return facts
}

/** What a judge reads of an exchange; undefined for one of no operation. */
export function factOf(entry: Entry, profile: Profile): Fact | undefined {
  const { exchange, key, failure, abandonedMs } = entry
  const { operation, request, response } = exchange
  if (operation === null) return undefined
  const status = response?.status ?? null
  const json = response === null ? undefined : parseJson(response.body)
  const order = operation === 'createOrder' ? orderIn(request.body) : undefined
  const told = summaryIn(json, operation, profile)
  // A conflict that holds its order, in a state of orders, answers with it: which status that has is not shown (§7.2).
  const isConflict = isInProgress(status) && operation === 'createOrder'
  const isServed = is2xx(status) || (isConflict && told !== null && told.kind !== 'unnamed')
  const hasData = isServed && isObject(json) && isObject(json.data)
  const summary = hasData ? told : null
  const data = hasData ? (json as { data: object }).data : {}
  const reference =
    order?.partnerReference ?? (operation === 'lookupOrder' ? lookedUp(request.target, profile) : null)
  const forms = formsIn(request, wearerOf(operation))
  const isOfForm = mayLimit(response, forms, profile)
  // An unknown order may be answered with nothing in it (gap `not-found-status`).
  const isEmpty = operation === 'lookupOrder' && isServed && (hasData ? isBare(data) : !response?.body)
  const saidBy = () => {
    if (isEmpty) return 'no'
    if (isOfForm) return 'nothing'
    return isServed ? 'yes' : whatIsSaid(status, profile.errors, asksToWait(response))
  }
  return {
    seq: exchange.seq,
    operation,
    key,
    call: `${request.method} ${request.target}`,
    status,
    said: saidBy(),
    failure,
    sentMs: exchange.arrivedMs,
    answeredMs: response?.answeredMs ?? Number.POSITIVE_INFINITY,
    isAbandoned: abandonedMs !== null,
    location: response?.headers.location ?? null,
    isServed: isServed && !isEmpty,
    body: json !== undefined ? 'json' : response?.body ? 'other' : 'none',
    hasData,
    isBlank:
      hasData &&
      (operation === 'getPrice' || operation === 'getBalance') &&
      Object.values(data).every((value) => value === null),
    reference,
    sku:
      order?.sku ??
      (operation === 'getPrice'
        ? (parametersIn('/products/{sku}/price', request.target)?.sku ?? null)
        : null),
    isOrder: order !== undefined,
    forms,
    isOfForm,
    summary,
    named: namedIn(json, operation, 'partnerReference') ?? echoIn(json, operation, reference),
    namedSku: namedIn(json, operation, 'sku') ?? pricedIn(json, operation, profile),
    excerpt: hasSummary(operation) && hasData && summary === null ? excerptOf(json) : '',
    ...(isServed ? moneyIn(json, operation, profile) : { amount: null, place: null }),
    ping: operation === 'ping' && hasData ? pingIn(json, profile) : null,
    catalogue: operation === 'listProducts' && hasData ? catalogueIn(json, profile) : null,
    hasErrorShape: status === null || isServed ? null : hasErrorShape(profile.errors.body, json),
  }
}

/** Whether a run asked for the price of a card that it made up. */
export function isMadeUp({ sku }: Pick<Fact, 'sku'>, runId: string): boolean {
  return sku?.endsWith(`-${runId}`) === true
}

/** The beginning of an answer: a copy, since a slice of a text keeps all of it in memory. */
function excerptOf(json: unknown): string {
  const text = JSON.stringify({ data: (json as { data: unknown }).data }).slice(0, 160)
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Whether nothing is in a value: no text, no number, in no depth. */
function isBare(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every(isBare))
}

function orderIn(body: string | null) {
  return orderRequest.safeParse(parseJson(body ?? '')).data
}

function lookedUp(target: string, { lookup }: Profile): string | null {
  return parametersIn(lookup.path, target)?.partnerReference ?? null
}

function summaryIn(json: unknown, operation: OperationId, { states }: Profile): SeenSummary | null {
  const found = summaryAt(json, operation)
  if (found === undefined) return null
  const { status, pollAfterSeconds } = found
  const isSuccess = states.success.includes(status)
  const isSettled = isSuccess || states.failure.includes(status)
  const kind = status === PROCESSING ? 'processing' : isSettled ? 'settled' : 'unnamed'
  return { status, kind, isSuccess, pollAfterSeconds }
}

/** Both are fields of an order (§2): its summary may have them, or what it stands in. */
function namedIn(json: unknown, operation: OperationId, field: 'partnerReference' | 'sku'): string | null {
  if (!hasSummary(operation)) return null
  const summary = SUMMARY_AT[operation]
  const places = [summary, summary.slice(0, summary.lastIndexOf('/'))]
  const named = places.map((place) => readPointer(json, `${place}/${field}` as JsonPointer))
  return named.find((name) => typeof name === 'string') ?? null
}

/** The reference of the request under a name that is not shown; in another case, where it nowhere stands as it was sent. */
function echoIn(json: unknown, operation: OperationId, reference: string | null): string | null {
  if (!hasSummary(operation) || reference === null) return null
  const summary = readPointer(json, SUMMARY_AT[operation])
  const isEcho = (value: unknown): value is string =>
    typeof value === 'string' && value.toLowerCase() === reference.toLowerCase()
  const echoes = isObject(summary) ? Object.values(summary).filter(isEcho) : []
  return echoes.find((echo) => echo === reference) ?? echoes[0] ?? null
}

/** The card beside the amount of a price, or above it. */
function pricedIn(json: unknown, operation: OperationId, { price }: Profile): string | null {
  const steps = price.amount.split('/').slice(0, -1)
  if (operation !== 'getPrice') return null
  const places = steps.map((_, nth) => `${steps.slice(0, steps.length - nth).join('/')}/sku` as JsonPointer)
  const named = places.map((place) => readPointer(json, place)).find((sku) => typeof sku === 'string')
  return (named as string | undefined) ?? null
}

function moneyIn(json: unknown, operation: OperationId, profile: Profile): Pick<Fact, 'amount' | 'place'> {
  if (operation !== 'getBalance' && operation !== 'getPrice') return { amount: null, place: null }
  const { amount, currency } = operation === 'getBalance' ? profile.balance : profile.price
  const found = readPointer(json, amount)
  const place = {
    isThere: found !== undefined,
    currency: currency === null ? null : (readPointer(json, currency) ?? null),
  }
  return { amount: parseAmount(found, profile.money) ?? null, place }
}

function pingIn(json: unknown, { ping }: Profile): SeenPing {
  const field = (name: 'status' | 'mode') => {
    const found = readPointer(json, ping[name])
    return { found, elsewhere: found === undefined ? (placeOf(json, name) ?? null) : null }
  }
  return { status: field('status'), mode: field('mode') }
}

/** Where the first member of a name stands: the outermost. */
function placeOf(json: unknown, name: string): JsonPointer | undefined {
  let level: readonly (readonly [JsonPointer, unknown])[] = [['', json]]
  while (level.length > 0) {
    const members = level.flatMap(([at, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, member]) => [childPointer(at, key), key, member] as const)
        : [],
    )
    const found = members.find(([, key]) => key === name)
    if (found !== undefined) return found[0]
    level = members.map(([at, , member]) => [at, member])
  }
  return undefined
}

function catalogueIn(json: unknown, { products }: Profile): SeenCatalogue {
  const entries = readPointer(json, products.pointer)
  if (!Array.isArray(entries)) return { found: kindOf(entries), entries: 0, skus: [], odd: null }
  const at = entries.findIndex((entry) => !product.safeParse(entry).success)
  const named = entries.flatMap((entry) => product.safeParse(entry).data?.sku ?? [])
  const skus = named.filter((sku) => sku.isWellFormed())
  const odd = at < 0 ? null : { at, text: JSON.stringify(entries[at])?.slice(0, 120) ?? '' }
  return { found: entries.length === 0 ? EMPTY : null, entries: entries.length, skus, odd }
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return value === null ? 'null' : 'nothing'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
