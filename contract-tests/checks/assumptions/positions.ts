import { readPointer } from '../../../contract/wire/json-pointer.ts'
import type { Answer } from '../../analysis/answer.ts'
import { NotObserved } from '../../analysis/verdict-errors.ts'
import type { Session } from '../../run/session.ts'
import { catalogue, firstBalance, ping, prices, unreadableAmount } from '../../steps/reading.ts'
import type { AssumptionChecks } from '../check.ts'
import { holds, isRefusalOfKey, needed, neededData } from './hold-profile.ts'

/** Where the profile finds things, and how it reads amounts. */
export const POSITION_ASSUMPTIONS = {
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
} satisfies AssumptionChecks

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
