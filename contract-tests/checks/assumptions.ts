import { hasErrorShape } from '../../contract/profile/error-shape.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { type Answer, exchangesOf, isServed } from '../analysis/answer.ts'
import {
  callerRefusal,
  describeAnswer,
  isProcessing,
  type ReadSummary,
  summaryIn,
} from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { firstLookup, firstPurchase } from '../steps/first-orders.ts'
import { flows } from '../steps/flows.ts'
import { catalogue, firstBalance, ping, prices, unreadableAmount } from '../steps/reading.ts'
import {
  conflictingPurchase,
  readsFromElsewhere,
  readsWithoutKey,
  unknownLookup,
  unknownPrice,
  unusableBodies,
} from '../steps/refusals.ts'
import type { AssumptionCheck } from './check.ts'
import { expectStatus, holds, isRefusalOfKey, isRefused, needed, neededData } from './hold-profile.ts'
import { unsettledWords } from './settling.ts'

/**
 * The answers of the profile, each held against the target: `Broken` means that it differs. A gap with an answer
 * that is not here is not observed: to see it, the suite would have to provoke what it must not.
 */
export const ASSUMPTION_CHECKS: { readonly [Id in GapId]?: AssumptionCheck } = {
  'key-transport': {
    title: 'the key is accepted where the profile sends it',
    run: async (session) => {
      const answer = await ping(session)
      const { header, format } = session.profile.auth
      const isRefused = isRefusalOfKey(answer, session.profile)
      holds(answer, !isRefused, `The key, sent as ${header}: ${format}, was not accepted`)
      return [needed(answer).exchange]
    },
  },
  'ping-position': {
    title: 'status and mode stand where the profile finds them in a ping',
    run: async (session) => {
      const answer = neededData(await ping(session))
      const { status, mode } = session.profile.ping
      const missing = [status, mode].filter((pointer) => readPointer(answer.json, pointer) === undefined)
      return holds(answer, missing.length === 0, `Nothing stands at ${missing.join(' and ')}`)
    },
  },
  'catalogue-position': {
    title: 'the catalogue stands where the profile finds it',
    run: async (session) => {
      const answer = neededData(await catalogue(session))
      const { pointer } = session.profile.products
      const stands = Array.isArray(readPointer(answer.json, pointer))
      return holds(answer, stands, `No catalogue stands at ${pointer}`)
    },
  },
  'price-fields': {
    title: 'a price stands where the profile finds it',
    run: async (session) => {
      const { answer } = await firstPrice(session)
      return holdsAmount(answer, 'price', session)
    },
  },
  'balance-fields': {
    title: 'the balance stands where the profile finds it',
    run: async (session) => holdsAmount((await firstBalance(session)).answer, 'balance', session),
  },
  'money-format': {
    title: 'amounts are in the profile’s format and currency',
    run: async (session) => {
      const { money, balance } = session.profile
      const { answer, minorUnits } = await firstBalance(session)
      if (readPointer(neededData(answer).json, balance.amount) === undefined)
        throw new NotObserved(`No amount stands at ${balance.amount} (see balance-fields).`, [
          answer.exchange,
        ])
      holds(answer, minorUnits !== undefined, unreadableAmount(answer, 'balance', session))
      if (balance.currency === null) return [answer.exchange]
      const currency = readPointer(answer.json, balance.currency)
      return holds(
        answer,
        currency === money.currency,
        `The currency is ${JSON.stringify(currency)}, not ${money.currency}`,
      )
    },
  },
  'lookup-operation': {
    title: 'the lookup is where the profile says',
    run: async (session) => {
      const bought = (await firstPurchase(session)).answer
      if (!isServed(bought)) throw new NotObserved(`${describeAnswer(bought)}: there is no order to look up.`)
      const answer = await firstLookup(session)
      const isUnknown =
        isRefused(answer, session.profile) && callerRefusal(answer, session.profile) === undefined
      holds(answer, !isUnknown, LOOKUP_REMEDY)
      return [needed(answer).exchange]
    },
  },
  'settled-states': {
    title: 'orders settle in a state that the profile names',
    run: async (session) => expectNamedStates(session, () => true),
  },
  'processing-transitions': {
    title: 'orders go from PROCESSING to a state that the profile names',
    run: async (session) => expectNamedStates(session, (summaries) => summaries.some(isProcessing)),
  },
  'settlement-time': {
    title: 'orders settle within the profile’s time',
    run: async (session) => {
      const followed = await flows(session)
      const { settleSeconds } = session.profile.limits
      const gaveUp = followed.filter((flow) => flow.ended.kind === 'gave-up')
      const late = gaveUp.find(({ ended }) => ended.kind === 'gave-up' && ended.askedSeconds <= settleSeconds)
      if (late !== undefined) throw new Broken(unsettledWords(late, settleSeconds))
      const [postponed] = gaveUp
      if (postponed !== undefined) throw new NotObserved(unsettledWords(postponed, settleSeconds))
      if (followed.some((flow) => flow.ended.kind === 'settled')) return []
      throw new NotObserved('No order was followed until it settled.')
    },
  },
  'unauthenticated-status': {
    title: 'a call without a key is refused with the profile’s status',
    run: async (session) => expectStatus(await readsWithoutKey(session), 'unauthenticated', session),
  },
  'ip-not-allowed-status': {
    title: 'an address that is not allowed is refused with the profile’s status',
    run: async (session) => expectStatus(await readsFromElsewhere(session), 'ipNotAllowed', session),
  },
  'not-found-status': {
    title: 'an unknown order and an unknown SKU are refused with the profile’s status',
    run: async (session) => {
      const answers = [await unknownLookup(session), await unknownPrice(session)]
      return expectStatus(answers, 'notFound', session)
    },
  },
  'invalid-body-status': {
    title: 'a body that is not the two fields is refused with the profile’s status',
    run: async (session) => expectStatus(await unusableBodies(session), 'invalidBody', session),
  },
  'reference-conflict': {
    title: 'a known reference with another SKU is refused with the profile’s status',
    run: async (session) => expectStatus([await conflictingPurchase(session)], 'referenceConflict', session),
  },
  'error-body': {
    title: 'refusals have the profile’s error shape',
    run: async (session) => {
      const answers = [...(await unusableBodies(session)), ...(await readsWithoutKey(session))]
      const refused = answers.filter((answer) => isRefused(answer, session.profile))
      const odd = refused.find((answer) => !hasErrorShape(session.profile.errors.body, answer.json))
      if (odd !== undefined)
        return holds(odd, false, `The body has not the shape ${session.profile.errors.body}`)
      if (refused.length > 0) return exchangesOf(refused.slice(0, 1))
      throw new NotObserved('Nothing was refused.')
    },
  },
}

const LOOKUP_REMEDY =
  'The lookup did not find an order that was bought (change lookup in the profile, or let partner-purchase discover look)'

/** Why the other answers are not observed. */
export const NOT_PROVOKED = 'The suite does not provoke this: it would cost money, or disturb the service.'

function holdsAmount(answer: Answer, section: 'price' | 'balance', session: Session) {
  const { amount } = session.profile[section]
  const stands = readPointer(neededData(answer).json, amount) !== undefined
  return holds(answer, stands, `No amount stands at ${amount}`)
}

async function firstPrice(session: Session) {
  const [first] = await prices(session)
  if (first === undefined) throw new NotObserved('The catalogue has no SKU to ask the price of.')
  return first
}

async function expectNamedStates(session: Session, matters: (summaries: readonly ReadSummary[]) => boolean) {
  const followed = (await flows(session)).map((flow) =>
    flow.answers.flatMap((answer) => summaryIn(answer) ?? []),
  )
  const ends = followed.filter(matters).flatMap((summaries) => summaries.slice(-1))
  const settled = ends.filter((summary) => !isProcessing(summary)).map(({ status }) => status)
  if (settled.length === 0) throw new NotObserved('No such order was seen to settle.')
  const { success, failure } = session.profile.states
  const unnamed = settled.find((status) => ![...success, ...failure].includes(status))
  if (unnamed === undefined) return []
  throw new Broken(
    `An order settled as ${JSON.stringify(unnamed)}, which states in the profile does not name.`,
  )
}
