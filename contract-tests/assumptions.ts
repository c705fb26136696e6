import { hasErrorShape } from '../contract/profile/error-shape.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import type { AssumptionVerdict } from '../contract/report/verdict.ts'
import { type JsonPointer, readPointer } from '../contract/wire/json-pointer.ts'
import { excessDigits, parseAmount } from '../contract/wire/money.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import {
  type Call,
  dataOf,
  described,
  findsNothing,
  isProcessing,
  mayChange,
  says,
  summaryOf,
} from './answers.ts'
import { BLOCKED_KEY } from './checks/access.ts'
import { endingOf } from './follow.ts'
import { ENDED } from './order.ts'
import type { Service } from './service.ts'
import type { Shop } from './shop.ts'

type AssumptionResult = { readonly verdict: AssumptionVerdict; readonly message: string | null }

type Rule = { readonly title: string; readonly judge: (service: Service) => AssumptionResult }

const HOLDS: AssumptionResult = { verdict: 'holds', message: null }
const differs = (message: string): AssumptionResult => ({ verdict: 'differs', message })
const unseen = (message: string): AssumptionResult => ({ verdict: 'not-observed', message })

const NOT_PROVOKED = 'The suite does not provoke this: it would cost money, or disturb the service.'
const DISCOVER = 'or let npx partner-purchase-kit discover look'

/** The assumptions of the profile that a run can test, by the gap that each answers. */
export const ASSUMPTIONS: { readonly [Id in GapId]?: Rule } = {
  'key-transport': {
    title: 'the key is accepted where the profile sends it',
    judge: ({ calls, profile: { auth } }) => {
      const ping = calls.find(({ key, exchange }) => key === 'own' && exchange.operation === 'ping')
      if (ping === undefined) return unseen('No ping was sent.')
      if (says(ping) === 'yes') return HOLDS
      if (ping.status !== 401 && ping.status !== 403) return unseen(`${described(ping)}.`)
      return differs(
        `The key, sent as ${auth.header}: ${auth.format}, was not accepted: ${described(ping)}. Change auth in the profile, ${DISCOVER}.`,
      )
    },
  },
  'ping-position': {
    title: 'status and mode stand where the profile finds them in a ping',
    judge: (service) => stands(service, 'ping', service.profile.ping.status, service.profile.ping.mode),
  },
  'catalogue-position': {
    title: 'the catalogue stands where the profile finds it',
    judge: (service) => {
      const { pointer } = service.profile.products
      const call = firstWithData(service, 'listProducts')
      if (call === undefined) return unseen('The catalogue was not read.')
      return Array.isArray(readPointer(call.json, pointer))
        ? HOLDS
        : differs(
            `No list stands at ${pointer}: ${described(call)}. Change products.pointer in the profile, ${DISCOVER}.`,
          )
    },
  },
  'price-fields': {
    title: 'a price stands where the profile finds it',
    judge: (service) => stands(service, 'getPrice', ...placesOf(service.profile.price)),
  },
  'balance-fields': {
    title: 'the balance stands where the profile finds it',
    judge: (service) => stands(service, 'getBalance', ...placesOf(service.profile.balance)),
  },
  'money-format': { title: 'amounts are in the profile’s format and currency', judge: moneyFormat },
  'lookup-operation': {
    title: 'the lookup is where the profile says',
    judge: ({ calls, orders }) => {
      const lookups = calls.filter((call) => call.key === 'own' && call.exchange.operation === 'lookupOrder')
      if (lookups.some((call) => says(call) === 'yes' && !findsNothing(call))) return HOLDS
      const isBought = (call: Call) =>
        orders.some(
          ({ reference, boughtMs }) =>
            reference === call.reference && (boughtMs ?? Number.POSITIVE_INFINITY) < call.sentMs,
        )
      const missed = lookups.findLast((call) => says(call) === 'no' && isBought(call))
      if (missed === undefined) return unseen('No order was looked up.')
      return differs(
        `The lookup did not find an order that was bought: ${described(missed)}. Change lookup in the profile, ${DISCOVER}.`,
      )
    },
  },
  'settled-states': {
    title: 'orders settle in a state that the profile lists',
    judge: (service) => namedStates(service, service.orders),
  },
  'processing-transitions': {
    title: 'orders go from PROCESSING to a state that the profile lists',
    judge: (service) =>
      namedStates(
        service,
        service.orders.filter((order) => service.callsAbout(order).some(isProcessing)),
      ),
  },
  'settlement-time': {
    title: 'orders settle within the profile’s time',
    judge: ({ orders, profile: { limits } }) => {
      const late = orders.find(({ ending }) => ending === 'still-processing' || ending === 'too-slow')
      if (late?.ending === 'still-processing')
        return differs(
          `The order ${late.reference} was still PROCESSING after ${limits.settleSeconds} s (limits.settleSeconds).`,
        )
      if (late !== undefined)
        return unseen(
          `The order ${late.reference} asked for a longer wait than limits.settleSeconds (${limits.settleSeconds} s).`,
        )
      return orders.some(({ ending }) => ENDED.includes(ending))
        ? HOLDS
        : unseen('No order was followed until it settled.')
    },
  },
  'unauthenticated-status': refusal('a call without a key is', 'unauthenticated', ({ calls }) =>
    calls.filter((call) => call.key === 'invalid' && call.exchange.operation !== 'createOrder'),
  ),
  'ip-not-allowed-status': refusal('an address that is not allowed is', 'ipNotAllowed', ({ calls }) =>
    calls.filter(({ key }) => key === 'blocked'),
  ),
  'not-found-status': refusal(
    'an unknown order and an unknown SKU are',
    'notFound',
    ({ calls, orders, target: { runId } }) =>
      calls.filter(({ key, exchange: { operation }, reference, sku }) => {
        if (key !== 'own') return false
        if (operation === 'getPrice') return sku?.endsWith(runId) === true
        return operation === 'lookupOrder' && !orders.some((order) => order.reference === reference)
      }),
  ),
  'invalid-body-status': refusal('a purchase without a sku is', 'invalidBody', ({ calls }) =>
    calls.filter((call) => isPurchase(call) && call.sku === null),
  ),
  'reference-conflict': refusal(
    'a known reference with another SKU is',
    'referenceConflict',
    ({ calls, orders }) =>
      calls.filter(
        (call) =>
          isPurchase(call) &&
          call.sku !== null &&
          orders.some(({ reference, sku }) => reference === call.reference && sku !== call.sku),
      ),
  ),
  'reference-limits': {
    title: 'references may be written as the profile says',
    judge: ({ calls, orders, references }) => {
      const isOdd = ({ reference }: Pick<Call, 'reference'>) =>
        reference !== null && !/^[\w:]+$/.test(reference)
      const refused = calls.find(
        (call) =>
          isPurchase(call) &&
          isOdd(call) &&
          call.sku !== null &&
          says(call) === 'no' &&
          references.isTaken(call.reference ?? ''),
      )
      if (refused !== undefined)
        return differs(
          `${JSON.stringify(refused.reference)} was refused: ${described(refused)}. Say in references of the profile how a reference may be written.`,
        )
      const lost = orders.find((order) => isOdd(order) && order.ending === 'never-found')
      if (lost !== undefined && orders.some(({ ending }) => ENDED.includes(ending)))
        return differs(
          `${JSON.stringify(lost.reference)} was bought, and no lookup finds it, although lookups find other orders. Say in references of the profile how a reference may be written.`,
        )
      return orders.some((order) => isOdd(order) && order.summary !== undefined)
        ? HOLDS
        : unseen('No unusual reference was bought.')
    },
  },
  'error-body': {
    title: 'refusals have the profile’s error shape',
    judge: ({ calls, profile: { errors } }) => {
      const refused = calls
        .filter((call) => call.key === 'invalid' || (isPurchase(call) && call.sku === null))
        .filter(isRefused)
      const odd = refused.find(({ json }) => !hasErrorShape(errors.body, json))
      if (odd !== undefined)
        return differs(`The body does not have the shape ${errors.body}: ${described(odd)}.`)
      return refused.length > 0 ? HOLDS : unseen('Nothing was refused.')
    },
  },
}

/** What a run shows about one assumption of the profile. */
export function judgeAssumption(gap: GapId, service: Service): AssumptionResult {
  const { verdict, message } = ASSUMPTIONS[gap]?.judge(service) ?? unseen(NOT_PROVOKED)
  // A message may quote what the service answered, which may hold a key.
  return { verdict, message: message && service.recorder.clean(message) }
}

/** The gaps that the profile fills, in the order of the reference. */
export const ANSWERED_GAPS = Object.values(GAPS).flatMap(({ id, profileKey }) =>
  profileKey === null ? [] : [{ gap: id, profileKey }],
)

/** How many purchases {@link provokeRefusals} sends. */
export const PROVOKED_PURCHASES = 2

/** Sends requests that must be refused. They come at the very end, since a broken service may sell a card for them. */
export async function provokeRefusals(service: Service, shop: Shop): Promise<void> {
  const { reference, sku } = await shop.first()
  await service.call('ping', { key: { used: 'invalid', value: null } })
  await service.lookUp({ reference: service.references.next() })
  await service.ask('getPrice', { sku: `${sku}-${service.target.runId}` })
  const other = (await shop.skus()).find((one) => one !== sku)
  if (other !== undefined && service.purchasesLeft > 0)
    await service.call('createOrder', { reference, sku: other })
  if (service.purchasesLeft > 0) await service.call('createOrder', { reference: service.references.next() })
}

function isPurchase({ key, exchange }: Call): boolean {
  return key === 'own' && exchange.operation === 'createOrder'
}

function firstWithData({ calls }: Service, operation: OperationId): Call | undefined {
  return calls.find(
    (call) => call.key === 'own' && call.exchange.operation === operation && dataOf(call) !== undefined,
  )
}

function stands(
  service: Service,
  operation: OperationId,
  ...pointers: readonly JsonPointer[]
): AssumptionResult {
  const call = firstWithData(service, operation)
  if (call === undefined) return unseen('No success of this operation was seen.')
  const absent = pointers.filter((pointer) => readPointer(call.json, pointer) === undefined)
  return absent.length === 0
    ? HOLDS
    : differs(
        `Nothing stands at ${absent.join(' and ')}: ${described(call)}. Change the profile, ${DISCOVER}.`,
      )
}

/** Where an amount stands; and its currency, unless the profile has no place for it. */
function placesOf({ amount, currency }: Profile['price']): readonly JsonPointer[] {
  return currency === null ? [amount] : [amount, currency]
}

function moneyFormat(service: Service): AssumptionResult {
  const { money, balance } = service.profile
  const call = firstWithData(service, 'getBalance')
  const found = call && readPointer(call.json, balance.amount)
  if (call === undefined || found === undefined) return unseen(`No amount stands at ${balance.amount}.`)
  const currency = balance.currency === null ? money.currency : readPointer(call.json, balance.currency)
  if (currency !== undefined && currency !== money.currency)
    return differs(`The currency is ${JSON.stringify(currency)}, not ${money.currency}: ${described(call)}.`)
  if (parseAmount(found, money) !== undefined) return HOLDS
  const excess = excessDigits(found, money.currency)
  const why = excess === undefined ? '' : `: ${excess}`
  const key = excess === undefined ? 'money.format' : 'money.currency'
  return differs(
    `${JSON.stringify(found)} at ${balance.amount} is not an amount of ${money.currency} in the format ${money.format}${why}. Change ${key} in the profile, ${DISCOVER}.`,
  )
}

function namedStates(service: Service, orders: Service['orders']): AssumptionResult {
  const ended = orders.filter(({ ending }) => ENDED.includes(ending))
  if (ended.length === 0) return unseen('No order was seen to settle.')
  for (const order of ended) {
    const last = service
      .callsAbout(order)
      .findLast((call) => call.exchange.operation === 'lookupOrder' && summaryOf(call) !== undefined)
    const status = (last && summaryOf(last)?.status) ?? PROCESSING
    if (status !== PROCESSING && endingOf(status, service) === undefined)
      return differs(
        `An order settled as ${JSON.stringify(status)}, which states in the profile does not name.`,
      )
  }
  return HOLDS
}

type StatusKey = Exclude<keyof Profile['errors'], 'body'>

/** An assumption about the status of a refusal, and the calls that should be refused with it. */
function refusal(what: string, name: StatusKey, asked: (service: Service) => readonly Call[]): Rule {
  const isOfCaller = name === 'unauthenticated' || name === 'ipNotAllowed'
  return {
    title: `${what} refused with the profile’s status`,
    judge: (service) => {
      const expected = service.profile.errors[name]
      const calls = asked(service)
      if (name === 'ipNotAllowed' && service.target.notAllowedKey === undefined) return unseen(BLOCKED_KEY)
      const other = calls.find(
        (call) => call.status !== expected && (isRefused(call) || (says(call) === 'yes' && !isOfCaller)),
      )
      if (other !== undefined) return differs(`Expected ${expected}: ${described(other)}.`)
      return calls.some(({ status }) => status === expected)
        ? HOLDS
        : unseen('Nothing was refused for that reason.')
    },
  }
}

/** True if the request itself was refused, rather than the service being busy or down. */
function isRefused(call: Call): boolean {
  return call.status !== null && call.status >= 400 && !mayChange(call)
}
