import { readPointer } from '../../contract/wire/json-pointer.ts'
import { type Answer, exchangesOf, isServed } from '../analysis/answer.ts'
import { contradictionsOf } from '../analysis/order-course.ts'
import type { LoggedAnswer } from '../analysis/order-log.ts'
import {
  callerRefusal,
  dataOf,
  describeAnswer,
  lookupSummary,
  purchaseSummary,
} from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { firstLookup, firstPurchase } from '../steps/first-orders.ts'
import { closing } from '../steps/flows.ts'
import { repeatsAreFree } from './charges.ts'
import type { Check, Checks } from './check.ts'
import { referencesAreMerged } from './timeout.ts'

/** `purchase-position`: in the answer to a new body, and to a repeated one, PROCESSING or settled. */
export const purchasePositionChecks: Checks = [
  purchasePosition('first', 'the first purchase', async (session) => [(await firstPurchase(session)).answer]),
  purchasePosition('replay', 'every identical body', async (session) =>
    answersOf(await everyOrder(session), ({ kind, isRepeat }) => kind === 'purchase' && isRepeat),
  ),
  purchasePosition('followed', 'every other purchase', async (session) =>
    answersOf(await everyOrder(session), ({ kind, isRepeat }) => kind === 'purchase' && !isRepeat),
  ),
]

/** `lookup-position`: for an order that was just bought and for every other one, PROCESSING or settled. */
export const lookupPositionChecks: Checks = [
  lookupPosition('first', 'the first purchase', async (session) => [await firstLookup(session)]),
  lookupPosition('followed', 'every order', async (session) =>
    answersOf(await everyOrder(session), ({ kind }) => kind === 'lookup'),
  ),
  {
    name: 'found',
    title: 'an order that was bought is found by its lookup, and goes on to be',
    restsOn: ['lookup-operation'],
    run: async (session) => expectFound(session),
  },
]

type Source = (session: Session) => Promise<readonly Answer[]>

function purchasePosition(name: string, what: string, source: Source): Check {
  return {
    name,
    title: `the summary of ${what} stands at data.order.order`,
    run: async (session) => {
      const answers = await source(session)
      return expectPosition(answers, 'data.order.order', (answer) => purchaseSummary(answer) !== undefined)
    },
  }
}

function lookupPosition(name: string, what: string, source: Source): Check {
  return {
    name,
    title: `the summary in the lookup of ${what} stands at data.order`,
    restsOn: ['lookup-operation'],
    run: async (session) => {
      const answers = await source(session)
      return expectPosition(answers, 'data.order', (answer) => lookupSummary(answer) !== undefined)
    },
  }
}

/** Every answer about an order, after all purchases and polls of the run. */
async function everyOrder(session: Session): Promise<readonly LoggedAnswer[]> {
  await closing(session).catch(() => undefined)
  return session.orders.all
}

function answersOf(
  orders: readonly LoggedAnswer[],
  isMeant: (one: LoggedAnswer) => boolean,
): readonly Answer[] {
  return orders.filter(isMeant).map(({ answer }) => answer)
}

function expectPosition(answers: readonly Answer[], position: string, stands: (answer: Answer) => boolean) {
  const served = answers.filter(isServed)
  for (const answer of served) {
    const data = dataOf(answer)
    if (stands(answer)) continue
    const found = JSON.stringify({ data }).slice(0, 160)
    const message = `Expected a summary with a status at ${position}; ${describeAnswer(answer)} with ${found}.`
    throw new Broken(message, [answer.exchange])
  }
  if (served.length > 0) return served.slice(0, 1).map(({ exchange }) => exchange)
  const [first] = answers
  throw new NotObserved(first === undefined ? 'No such request was made.' : `${describeAnswer(first)}.`)
}

/** Requires that lookups find every order that was bought, the right one, and until the end of the run. */
async function expectFound(session: Session) {
  const { lookups } = await closing(session)
  const all = session.orders.all.filter(({ kind }) => kind === 'lookup')
  const found = all.filter(({ answer }) => isServed(answer))
  const [first] = found
  // If no lookup finds anything, the profile may name the wrong path: `lookup-operation` reports that.
  if (first === undefined)
    throw new NotObserved('No lookup found an order (see the assumption lookup-operation).')
  const stranger = found.find(isOfAnother)
  if (stranger !== undefined)
    throw new Broken('The lookup answered with an order of another partnerReference.', [
      stranger.answer.exchange,
    ])
  await expectNotForgotten(lookups.filter(isAnswered(session)), found, session)
  const other = contradictionsOf(session.orders.byOrder).find(({ kind }) => kind === 'lookup-of-another')
  // A body that was bought again is another order by itself (see same-body-same-purchase).
  if (other === undefined || !(await repeatsAreFree(session))) return [first.answer.exchange]
  throw new Broken(
    'The lookup answered with a settled order, while the identical body said that this one is PROCESSING. If the body only repeats the first answer, the lookup is right, and that answer goes back (see order-leaves-processing).',
    exchangesOf([other.settled.answer, other.processing.answer]),
  )
}

/** The reference is a field of an order (§2); its summary need not have it. */
function isOfAnother({ reference, answer }: LoggedAnswer): boolean {
  const found = readPointer(answer.json, '/data/order/partnerReference')
  return typeof found === 'string' && found !== reference
}

/** Characters that need no escape in a URL. How others are written in a lookup is not shown (gap `lookup-operation`). */
const PLAIN = /^[\w:.~-]+$/

/**
 * Orders whose purchase was answered, or that a lookup found before. Whether the others are found depends on
 * `purchase-survives-timeout`, or on how their reference is written.
 */
function isAnswered({ orders }: Session): (lookup: LoggedAnswer) => boolean {
  const known = orders.all.filter(({ reference, kind, isRepeat, answer }) =>
    kind === 'purchase' ? !isRepeat && PLAIN.test(reference) : isServed(answer),
  )
  const references = new Set(known.map(({ reference }) => reference))
  return ({ reference }) => references.has(reference)
}

async function expectNotForgotten(
  lookups: readonly LoggedAnswer[],
  found: readonly LoggedAnswer[],
  session: Session,
): Promise<void> {
  const lost = lookups.find(
    ({ answer }) =>
      answer.status !== null && !isServed(answer) && callerRefusal(answer, session.profile) === undefined,
  )
  if (lost === undefined) return
  const before = found.findLast(({ reference }) => reference === lost.reference)
  const ever = before === undefined ? 'that was bought' : 'that was bought, and that a lookup found before'
  const message = `The lookup did not find an order ${ever}: ${describeAnswer(lost.answer)}.`
  if (before === undefined && (await referencesAreMerged(session)))
    throw new NotObserved(
      `${message} New references buy nothing (see new-reference-new-purchase).`,
      exchangesOf([lost.answer]),
    )
  throw new Broken(message, exchangesOf([...(before === undefined ? [] : [before.answer]), lost.answer]))
}
