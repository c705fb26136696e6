import { is2xx, isOfTheMoment, refusalOfCaller } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { GAPS, type GapId } from '../../contract/reference/gaps.ts'
import { endlessIn } from './course-rules.ts'
import { type Fact, isMadeUp } from './facts.ts'
import {
  type AssumptionResult,
  differs,
  HOLDS,
  lookupLimits,
  missed,
  referenceLimits,
  requestForms,
} from './limit-rules.ts'
import { type Order, type Orders, statesAtLast } from './orders.ts'
import { describe, quoted } from './phrases.ts'
import { charactersBeyond, labelOf, prefixOf } from './refusals.ts'

type Seen = {
  readonly profile: Profile
  readonly runId: string
  readonly own: readonly Fact[]
  readonly facts: readonly Fact[]
  readonly orders: Orders
}

type Rule = { readonly title: string; readonly judge: (seen: Seen) => AssumptionResult }

export const NOT_PROVOKED = 'The suite does not provoke this: it would cost money, or disturb the service.'

/** The answers of the profile that a run can compare, by the gap that each answers. */
export const ASSUMPTIONS: { readonly [Id in GapId]?: Rule } = {
  'key-transport': {
    title: 'the key is accepted where the profile sends it',
    judge: ({ own, profile }) => {
      const ping = firstOf(own, 'ping')
      if (ping === undefined) return missed('No ping was sent.')
      const { header, format } = profile.auth
      if (isRefusalOfKey(ping, profile))
        return differs(`The key, sent as ${header}: ${format}, was not accepted: ${describe(ping)}.`)
      return ping.isServed ? HOLDS : missed(`${describe(ping)}.`)
    },
  },
  'ping-position': {
    title: 'status and mode stand where the profile finds them in a ping',
    judge: ({ own, profile }) =>
      withData(firstOf(own, 'ping'), (ping) => {
        const absent = (['status', 'mode'] as const).filter((name) => ping.ping?.[name].found === undefined)
        const places = absent.map((name) => profile.ping[name]).join(' and ')
        return absent.length === 0 ? HOLDS : differs(`Nothing stands at ${places}: ${describe(ping)}.`)
      }),
  },
  'catalogue-position': {
    title: 'the catalogue stands where the profile finds it',
    judge: ({ own, profile }) =>
      withData(firstOf(own, 'listProducts'), (answer) =>
        answer.catalogue?.found === null || answer.catalogue?.found === 'an empty array'
          ? HOLDS
          : differs(`No catalogue stands at ${profile.products.pointer}: ${describe(answer)}.`),
      ),
  },
  'price-fields': {
    title: 'a price stands where the profile finds it',
    judge: ({ own, profile }) => amountStands(firstOf(own, 'getPrice'), profile.price.amount),
  },
  'balance-fields': {
    title: 'the balance stands where the profile finds it',
    judge: ({ own, profile }) => amountStands(firstOf(own, 'getBalance'), profile.balance.amount),
  },
  'money-format': {
    title: 'amounts are in the profile’s format and currency',
    judge: ({ own, profile: { money, balance } }) =>
      withData(firstOf(own, 'getBalance'), (answer) => {
        if (answer.place?.isThere !== true) return missed(`No amount stands at ${balance.amount}.`)
        if (answer.amount === null)
          return differs(
            `${describe(answer)}; no amount in the format ${money.format} stands at ${balance.amount}. The reference shows neither: change balance.amount or money.format in the profile, or let npx partner-purchase-kit discover look.`,
          )
        const { currency } = answer.place
        if (balance.currency === null || currency === money.currency) return HOLDS
        return differs(`The currency is ${quoted(currency)}, not ${money.currency}: ${describe(answer)}.`)
      }),
  },
  'lookup-operation': {
    title: 'the lookup is where the profile says',
    judge: ({ orders: { orders }, profile }) => {
      const bought = orders.filter(({ sends }) => sends.some(({ isServed }) => isServed))
      const lookups = bought.flatMap((order) => order.lookups)
      if (lookups.some(({ isServed }) => isServed)) return lookupLimits(bought)
      const refused = lookups.find(
        (fact) => fact.said === 'no' && refusalOfCaller(fact.status, profile.errors) === undefined,
      )
      if (refused !== undefined)
        return differs(
          `The lookup did not find an order that was bought (change lookup in the profile, or let npx partner-purchase-kit discover look): ${describe(refused)}.`,
        )
      return missed(lookups[0] === undefined ? 'There is no order to look up.' : `${describe(lookups[0])}.`)
    },
  },
  'settled-states': {
    title: 'orders settle in a state that the profile names',
    judge: (seen) => namedStates(seen, () => true),
  },
  'processing-transitions': {
    title: 'orders go from PROCESSING to a state that the profile names',
    judge: (seen) =>
      namedStates(seen, ({ told }) => told.some(({ summary }) => summary.kind === 'processing')),
  },
  'settlement-time': { title: 'orders settle within the profile’s time', judge: settlementTime },
  'unauthenticated-status': status('a call without a key is', 'unauthenticated', ({ facts }) =>
    readsWith('none', facts),
  ),
  'ip-not-allowed-status': status('an address that is not allowed is', 'ipNotAllowed', ({ facts }) =>
    readsWith('blocked', facts),
  ),
  'not-found-status': status('an unknown order and an unknown SKU are', 'notFound', (seen) => {
    const { orders, unknown } = seen.orders
    // One with another prefix, or other characters, may be refused for them.
    const known = orders.map(({ reference }) => reference)
    const prefixes = new Set(known.map(prefixOf))
    const characters = [...new Set(known.map(labelOf).join(''))].join('')
    const isAlike = ({ reference }: Fact) =>
      reference !== null &&
      prefixes.has(prefixOf(reference)) &&
      charactersBeyond(labelOf(reference), characters).length === 0
    return [...unknown.filter(isAlike), ...seen.own.filter((fact) => isMadeUp(fact, seen.runId))]
  }),
  'invalid-body-status': status('a body that is not the two fields is', 'invalidBody', ({ orders }) =>
    orders.others.filter(({ isOrder }) => !isOrder),
  ),
  'reference-conflict': status('a known reference with another SKU is', 'referenceConflict', ({ orders }) =>
    orders.others.filter(({ isOrder }) => isOrder),
  ),
  'reference-limits': {
    title: 'references may be written as the profile says',
    judge: ({ own, orders: { orders }, profile }) => referenceLimits(own, orders, profile),
  },
  'request-forms': {
    title: 'requests may be written as the profile says',
    judge: ({ own }) => requestForms(own),
  },
  'error-body': {
    title: 'refusals have the profile’s error shape',
    judge: ({ facts, orders: { others }, profile }) => {
      const asked = [...others.filter(({ isOrder }) => !isOrder), ...readsWith('none', facts)]
      const refused = asked.filter((fact) => isRefused(fact, profile))
      const odd = refused.find(({ hasErrorShape }) => hasErrorShape === false)
      if (odd !== undefined)
        return differs(`The body has not the shape ${profile.errors.body}: ${describe(odd)}.`)
      return refused.length > 0 ? HOLDS : missed('Nothing was refused.')
    },
  },
}

/** The gaps that the profile answers, in the order of the reference. */
export const ANSWERED_GAPS = Object.values(GAPS).flatMap(({ id, profileKey }) =>
  profileKey === null ? [] : [{ gap: id, profileKey }],
)

/** Compares every answer of the profile with what a run saw; none of those that it does not provoke. */
export function judgeAssumptions(
  facts: readonly Fact[],
  orders: Orders,
  profile: Profile,
  runId: string,
): ReadonlyMap<GapId, AssumptionResult> {
  const seen = { facts, own: facts.filter(({ key }) => key === 'own'), orders, profile, runId }
  return new Map(Object.entries(ASSUMPTIONS).map(([gap, { judge }]) => [gap as GapId, judge(seen)]))
}

/** The first answer to an operation that says anything. */
function firstOf(own: readonly Fact[], operation: Fact['operation']): Fact | undefined {
  const asked = own.filter((fact) => fact.operation === operation)
  return asked.find(({ said }) => said !== 'nothing') ?? asked[0]
}

function withData(fact: Fact | undefined, judge: (fact: Fact) => AssumptionResult): AssumptionResult {
  if (fact === undefined) return missed('No such request was made.')
  return fact.hasData ? judge(fact) : missed(`${describe(fact)}.`)
}

function amountStands(fact: Fact | undefined, pointer: string): AssumptionResult {
  return withData(fact, (answer) =>
    answer.place?.isThere === true ? HOLDS : differs(`No amount stands at ${pointer}: ${describe(answer)}.`),
  )
}

function namedStates({ orders: { orders } }: Seen, matters: (order: Order) => boolean): AssumptionResult {
  const ends = orders.filter(matters).flatMap(({ told }) => told.at(-1)?.summary ?? [])
  const settled = ends.filter(({ kind }) => kind !== 'processing')
  if (settled.length === 0) return missed('No such order was seen to settle.')
  const last = statesAtLast(orders)
  const unnamed = settled.find(({ kind, status }) => kind === 'unnamed' && last.has(status))
  if (unnamed === undefined) return HOLDS
  return differs(`An order settled as ${quoted(unnamed.status)}, which states in the profile does not name.`)
}

/** An order that was settled before tells another story, also where it is PROCESSING at last. */
function settlementTime({ orders: { orders }, profile }: Seen): AssumptionResult {
  const endless = orders
    .filter(({ settled, told }) => settled === undefined && told.at(-1)?.summary.kind === 'processing')
    .map((order) => endlessIn(order, orders, profile))
  const late = endless.find(({ isOver }) => isOver)
  if (late !== undefined) return differs(late.message)
  const [given] = endless
  if (given !== undefined) return missed(given.message)
  const hasLeft = orders.some(({ told }) => told.some(({ summary }) => summary.kind !== 'processing'))
  return hasLeft ? HOLDS : missed('No order was followed until it settled.')
}

type StatusKey = Exclude<keyof Profile['errors'], 'body'>

const ABOUT_THE_CALLER: readonly StatusKey[] = ['unauthenticated', 'ipNotAllowed']

/** An answer of the profile that is the status of a refusal, and the requests that were to be refused for it. */
function status(what: string, key: StatusKey, asked: (seen: Seen) => readonly Fact[]): Rule {
  return {
    title: `${what} refused with the profile’s status`,
    judge: (seen) => hasStatus(asked(seen), key, seen.profile),
  }
}

function readsWith(key: Fact['key'], facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => fact.key === key && fact.operation !== 'createOrder')
}

/** Compares the status of refusals with the profile's. A refusal for another reason says nothing about it. */
function hasStatus(asked: readonly Fact[], key: StatusKey, profile: Profile): AssumptionResult {
  const expected = profile.errors[key]
  const mayBeCaller = ABOUT_THE_CALLER.includes(key)
  const served = asked.find(({ isServed }) => isServed && !mayBeCaller)
  if (served !== undefined) return differs(`Expected ${expected}: ${describe(served)}.`)
  const telling = asked.filter(
    (fact) =>
      fact.status === expected ||
      (isRefused(fact, profile) &&
        (mayBeCaller || refusalOfCaller(fact.status, profile.errors) === undefined)),
  )
  if (telling.length === 0) return missed('Nothing was refused for that reason.')
  const other = telling.find(({ status }) => status !== expected)
  return other === undefined ? HOLDS : differs(`Expected ${expected}: ${describe(other)}.`)
}

/** Whether the request itself was refused, as opposed to a service that is busy or down. */
function isRefused({ status }: Fact, { errors }: Profile): boolean {
  if (status === null || is2xx(status)) return false
  return !isOfTheMoment(status) && status !== errors.rateLimited && status !== errors.unavailable
}

/** Whether a refusal is about the key. One for another reason, such as the caller's address, says nothing about it. */
function isRefusalOfKey({ status }: Fact, { errors }: Profile): boolean {
  if (status === errors.unauthenticated) return true
  return status !== null && [400, 401, 403].includes(status) && status !== errors.ipNotAllowed
}
