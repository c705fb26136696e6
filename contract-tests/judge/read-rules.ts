import { asksToComeAgain } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { countWhile } from '../../contract/text/count-while.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Row } from './checks.ts'
import { EMPTY, type Fact } from './facts.ts'
import type { Findings } from './findings.ts'
import { describe, quoted, whyNothing, withoutData } from './phrases.ts'

/** So many answers in a row that say nothing refuse the operation: by weather alone that does not happen. */
const DEAD_AFTER = 6

/** So many answers in a row fail for one card. */
const FAILS = 3

type Read = {
  readonly clause: ServerClauseId
  /** The check of its first answer, and that of the later ones. */
  readonly checks: readonly [first: string, later: string]
  readonly row: Row
  readonly what: string
}

const PING: Read = { clause: 'ping-ok', checks: ['status', 'later'], row: 'ping-fails', what: 'GET /ping' }
const BALANCE: Read = {
  clause: 'balance-readable',
  checks: ['served', 'later'],
  row: 'balance-refused',
  what: 'GET /balance',
}
const PRICE = {
  clause: 'price-per-sku',
  row: 'price-refused',
  what: 'The price of a SKU of the catalogue',
} as const
const EARLY_PRICE: Read = { ...PRICE, checks: ['catalogue-skus', 'catalogue-skus'] }
const LATER_PRICE: Read = { ...PRICE, checks: ['later', 'later'] }

type Judging = {
  readonly own: readonly Fact[]
  readonly profile: Profile
  readonly findings: Findings
  readonly lockedOut: ReadonlySet<Fact>
  /** Answers that say nothing, too many in a row to the same call: one card fails as an operation does. */
  readonly dead: ReadonlySet<Fact>
}

/** Ping, catalogue, price and balance, and the `data` of every success: read with the run's own key. */
export function judgeReads(facts: readonly Fact[], profile: Profile, findings: Findings): void {
  const own = facts.filter(({ key }) => key === 'own')
  const calls = [...Map.groupBy(own, ({ call }) => call).values()]
  const dead = new Set(calls.flatMap((asked) => [...deadIn(asked, profile)]))
  const judging = { own, profile, findings, lockedOut: lockedOutIn(facts), dead }
  const asked = (operation: OperationId) => own.filter((fact) => fact.operation === operation)
  for (const fact of own) judgeEnvelope(fact, findings)
  for (const [index, ping] of tellingOf(asked('ping'), PING, judging).entries())
    judgePing(ping, index, profile, findings)
  noteSilence(asked('ping'), 'ping-mode-test', ['mode', 'later'], judging)
  const catalogues = asked('listProducts')
  const served = catalogues.filter(({ isServed }) => isServed)
  const filled = served.filter(({ catalogue }) => catalogue?.found !== EMPTY)
  for (const [index, catalogue] of (filled.length > 0 ? filled : served).entries())
    judgeCatalogue(catalogue, index === 0 ? 'every-entry' : 'later', profile, findings)
  noteSilence(catalogues, 'product-has-sku', ['every-entry', 'later'], judging)
  const prices = asked('getPrice').filter(listedIn(filled))
  noteCardsWithoutPrice(prices, judging)
  judgePricedCard(prices, filled, findings)
  const isEarly = ({ sentMs }: Fact) => sentMs <= readsEndMs(own)
  const later = prices.filter((price) => !isEarly(price))
  for (const [read, answers] of [
    [EARLY_PRICE, prices.filter(isEarly)],
    [LATER_PRICE, later],
    [BALANCE, asked('getBalance')],
  ] as const)
    for (const [index, fact] of tellingOf(answers, read, judging).entries())
      findings.saw(read.clause, read.checks[index === 0 ? 0 : 1], [fact])
}

/** Tells of a price whether its card stands in the catalogue as it was last read before: it may leave it (§4). */
function listedIn(catalogues: readonly Fact[]): (price: Fact) => boolean {
  const listed = catalogues.map(({ catalogue }) => new Set(catalogue?.skus))
  return ({ sku, seq }) => listed[countWhile(catalogues, (one) => one.seq < seq) - 1]?.has(sku ?? '') ?? true
}

/** A card whose price fails each time that it is asked for, while others have one, may have none. */
function noteCardsWithoutPrice(prices: readonly Fact[], { profile: { errors }, findings }: Judging): void {
  const isFailing = ({ said, status }: Fact) =>
    said === 'nothing' && (status ?? 0) >= 500 && !asksToComeAgain(status, errors)
  for (const asked of Map.groupBy(prices, ({ sku }) => sku).values()) {
    const [first] = asked
    if (first === undefined || asked.length < FAILS || !asked.every(isFailing)) continue
    const message = `${describe(first)}, each of ${asked.length} times, while other cards have a price.`
    if (prices.some(({ isServed }) => isServed))
      findings.missed('price-per-sku', 'catalogue-skus', message, [first], { isDoubt: true })
  }
}

/** The price of a card is no other card's: an answer that names another one of the catalogue is. */
function judgePricedCard(prices: readonly Fact[], catalogues: readonly Fact[], findings: Findings): void {
  const skus = new Set(catalogues.flatMap(({ catalogue }) => catalogue?.skus ?? []))
  const wrong = prices.find(
    ({ sku, namedSku }) => namedSku !== null && namedSku !== sku && skus.has(namedSku),
  )
  if (wrong === undefined) return
  const message = `Expected the price of the card ${quoted(wrong.sku)}; ${describe(wrong)} with that of ${quoted(wrong.namedSku)}.`
  findings.contradict('price-of-another', [wrong], {
    clause: 'price-per-sku',
    check: 'catalogue-skus',
    message,
  })
}

function readsEndMs(own: readonly Fact[]): number {
  return (
    own.find(({ operation }) => operation === 'createOrder')?.sentMs ??
    own.find(({ operation, seq }) => operation === 'ping' && seq > 0)?.sentMs ??
    Number.POSITIVE_INFINITY
  )
}

const WITHOUT_DATA = {
  none: 'without a body',
  json: 'with a body without it',
  other: 'with a body that is not JSON',
} as const

function judgeEnvelope(fact: Fact, findings: Findings): void {
  if (!fact.isServed) return
  const { operation: check } = fact
  if (fact.hasData) {
    findings.saw('data-envelope', check, [fact])
    return
  }
  const message = `Expected a top-level data object; ${describe(fact)} ${WITHOUT_DATA[fact.body]}.`
  findings.contradict('no-data', [fact], { clause: 'data-envelope', check, message })
}

/**
 * The served answers of a read that have what it asks for. A refusal breaks its clause; so do answers that say nothing,
 * where there are too many in a row for weather, or where they refuse a caller whom everything else is served to.
 */
function tellingOf(all: readonly Fact[], read: Read, judging: Judging): readonly Fact[] {
  const { clause, checks, row, what } = read
  const asked = all.filter((fact) => !judging.lockedOut.has(fact))
  const dead = new Set([...judging.dead, ...deadIn(asked, judging.profile)])
  const scoped = new Set(refusedAlone(asked, judging))
  const heard = asked.filter((fact) => fact.said !== 'nothing' || dead.has(fact) || scoped.has(fact))
  const refused = heard.findIndex(({ said, isBlank }) => said !== 'yes' || isBlank)
  const fact = heard[refused]
  if (fact !== undefined) {
    const expected = fact.isBlank ? 'to be answered' : 'to be served (any 2xx)'
    const message = `${what} was expected ${expected}; ${describe(fact)}${fact.isBlank ? ' with nothing in data' : ''}.`
    judging.findings.contradict(row, [fact], { clause, check: checks[refused === 0 ? 0 : 1], message })
  }
  noteSilence(all, clause, checks, judging)
  return heard.filter(({ isServed, hasData }) => isServed && hasData)
}

/** What is refused after calls with other keys, until anything is served again: their caller may be locked out. */
function lockedOutIn(facts: readonly Fact[]): ReadonlySet<Fact> {
  let mayBeLocked = false
  const locked = facts.filter(({ key, isServed, status }) => {
    if (key !== 'own') mayBeLocked = true
    else if (isServed) mayBeLocked = false
    return mayBeLocked && key === 'own' && (status ?? 500) < 500
  })
  return new Set(locked)
}

/** The last answers of an operation, if each refuses a caller whom the others are served to. */
function refusedAlone(asked: readonly Fact[], { own, profile: { errors } }: Judging): readonly Fact[] {
  const isOfCaller = ({ status }: Fact) => status === errors.unauthenticated || status === errors.ipNotAllowed
  const refused = asked.slice(asked.findLastIndex((fact) => !isOfCaller(fact)) + 1)
  const served = own.filter(({ isServed, seq }) => isServed && seq > (refused[0]?.seq ?? 0))
  return refused.length > 1 && served.length > 1 ? refused : []
}

/** The answers of an operation that say nothing, again and again, though not only to come again. */
export function deadIn(asked: readonly Fact[], { errors }: Profile): ReadonlySet<Fact> {
  let row: Fact[] = []
  for (const fact of asked) {
    const isDead =
      fact.said === 'nothing' && (fact.status ?? 0) >= 500 && !asksToComeAgain(fact.status, errors)
    row = isDead ? [...row, fact] : []
    if (row.length >= DEAD_AFTER) return new Set(row)
  }
  return new Set()
}

/** Says why nothing is seen of a read, where its last answer says nothing, or has no data. */
function noteSilence(
  asked: readonly Fact[],
  clause: ServerClauseId,
  checks: readonly string[],
  { own, profile, findings, lockedOut }: Judging,
): void {
  const last = asked.findLast(({ said, hasData }) => said !== 'yes' || !hasData)
  if (last === undefined) return
  const message =
    last.said === 'yes'
      ? withoutData(last)
      : lockedOut.has(last)
        ? `${describe(last)}, right after calls with keys that must not be served: the service may have locked this address out.`
        : whyNothing(
            last,
            profile,
            own.filter(({ isServed }) => isServed),
          )
  for (const check of checks) findings.missed(clause, check, message, [last])
}

const PING_FIELDS = [
  { field: 'status', clause: 'ping-ok', check: 'status', expected: 'ok', row: 'ping-status' },
  { field: 'mode', clause: 'ping-mode-test', check: 'mode', expected: 'TEST', row: 'ping-mode' },
] as const

function judgePing(fact: Fact, index: number, { ping: places }: Profile, findings: Findings): void {
  for (const { field, clause, check: first, expected, row } of PING_FIELDS) {
    const check = index === 0 ? first : 'later'
    const seen = fact.ping?.[field]
    const pointer = places[field]
    if (seen?.found === expected) findings.saw(clause, check, [fact], ['ping-position'])
    else if (typeof seen?.elsewhere === 'string')
      findings.missed(
        clause,
        check,
        `${describe(fact)} with the field ${field} at ${seen.elsewhere}, not at ${pointer}. ${remedyFor(seen.elsewhere, field)}`,
        [fact],
      )
    else {
      const message =
        seen?.found === undefined
          ? `${describe(fact)} without the field ${field}.`
          : `Expected ${field} "${expected}"; ${describe(fact)} with ${quoted(seen.found)} at ${pointer}.`
      findings.contradict(row, [fact], { clause, check, message }, { gaps: ['ping-position'] })
    }
  }
}

/** What to do about a field of ping that stands at another place than the profile says. */
function remedyFor(place: string, field: string): string {
  return place.startsWith('/data/')
    ? `The reference does not show its position: if that is the one, set ping.${field} to ${quoted(place)} in the profile.`
    : 'No profile can name a place outside data, which carries what a success says (§2): put the field there.'
}

function judgeCatalogue(fact: Fact, check: string, { products }: Profile, findings: Findings): void {
  const { catalogue } = fact
  if (catalogue === null) return
  const { found, odd, entries } = catalogue
  if (found !== null) {
    const message =
      found === EMPTY
        ? `The catalogue at ${products.pointer} is empty. Ask the operator which cards this key may buy; if they stand elsewhere, change products.pointer in the profile.`
        : `The profile says that the catalogue stands at ${products.pointer}; ${found} stands there. The reference does not show its position: change products.pointer in the profile, or let npx partner-purchase-kit discover look.`
    findings.missed('product-has-sku', check, message, [fact])
  } else if (odd === null) findings.saw('product-has-sku', check, [fact], ['catalogue-position'])
  else {
    const message = `Entry ${odd.at + 1} of ${entries} in the catalogue (${products.pointer}/${odd.at}) has no string sku: ${odd.text}.`
    findings.contradict(
      'entry-without-sku',
      [fact],
      { clause: 'product-has-sku', check, message },
      { gaps: ['catalogue-position'] },
    )
  }
}
