import type { Profile } from '../../contract/profile/profile.ts'
import type { Remark } from '../../contract/report/report.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import type { Analysis } from '../analysis.ts'
import { isRefusedAsNobody, isUnknownOutcome, type OrderExchange } from '../orders.ts'
import type { JudgedTrial } from '../rules.ts'
import { requestWords, templateOf } from '../start-failure.ts'
import { endWords, namesOf } from '../trial.ts'

/** Looks for something that the reference does not decide. Returns the text of a remark, or undefined. */
type Look = (analysis: Analysis) => string | undefined

const LOOKS: { readonly [id: string]: Look } = {
  'exit-zero-without-purchase': ({ trial, orders, profile }) => {
    const { scenario, exit } = trial
    if (exit?.cause !== 'exited' || exit.code !== 0) return undefined
    const { failure } = profile.states
    const isOver = (status: string) => status !== PROCESSING && !failure.includes(status)
    const own = orders.filter(({ sku, received }) => sku === scenario.sku && received.length > 0)
    const bought = own.filter(({ received }) => isOver(received.at(-1)?.summary.status ?? PROCESSING))
    // If the client bought fewer cards than intended, the message of the report says so.
    if (bought.length > 0 && bought.length === own.length) return undefined
    return `Its process exited with 0, although no answer said that its card was bought. The reference does not mention exit codes; but a caller of the client reads 0 as a purchase, and delivers, or books, a card of ${moneyWords(scenario.price, profile.money)} that may not exist.`
  },
  'gave-up-unknown': ({ trial, orders, profile }) => {
    const { scenario, exit, exchanges } = trial
    if (exit?.cause !== 'exited' || exit.code === 0 || scenario.course.settles !== 'success') return undefined
    const paid = exchanges.find(({ order }) => order?.effect === 'recorded' && order.sku === scenario.sku)
    const isKnown = orders.some(({ sku, received }) => sku === scenario.sku && received.length > 0)
    if (paid === undefined || isKnown || exchanges.some((one) => isRefusedAsNobody(one, profile)))
      return undefined
    return `It gave up a card that it has paid for: its purchase was recorded, ${moneyWords(scenario.price, profile.money)}, and its process ${endWords(exit)} before any answer said so. It asked, as it must; but no sentence says how soon a lookup finds an order: ask again later, or send the identical body.`
  },
  'exit-nonzero-after-purchase': ({ trial: { exit }, hasFailedAtEnd, profile }) => {
    if (exit?.cause !== 'exited' || !hasFailedAtEnd) return undefined
    const success = profile.states.success.map((state) => `"${state}"`).join(' or ')
    return `Every card was bought and settled, and the client received that, but its process ${endWords(exit)}, not with 0. The reference does not mention exit codes; but a caller of the client reads it as a failed purchase, and may buy again. A success is ${success} in this profile.`
  },
  'retries-without-wait': ({ orders }) => {
    const pauses = orders.map(({ purchases }) => hastyPauses(purchases)).find(({ length }) => length > 0)
    if (pauses === undefined) return undefined
    const listed = pauses.map((ms) => `${Math.max(0, ms).toFixed(0)} ms`).join(' and ')
    return `It sent a purchase again at once, and again, after an answer that was lost or a 5xx: ${listed} later. A service that is down gets more than five purchases a second from it. Wait before each retry, longer each time, and give up after some: the body stays the same.`
  },
  'had-to-be-ended': ({ trial, profile }) => {
    const { exit, exchanges } = trial
    if (exit === null || exit.cause === 'exited') return undefined
    const why = exit.cause === 'flood' ? 'it sent too much' : 'its time was up'
    return `The kit had to end its process, since ${why}: ${lastlyWords(exchanges, profile)}. The reference does not say how a client ends; but nothing else would have ended this one. Have it end by itself: once the purchase is refused, and after some attempts at the latest.`
  },
  'lookup-elsewhere': ({ otherLookups: { elsewhere }, orders, profile }) => {
    const [exchange] = elsewhere
    if (exchange === undefined) return undefined
    const { method, target } = exchange.request
    const references = orders.map(({ reference }) => reference)
    const path = templateOf(target, references)
    const { lookup } = profile
    return `It asked ${method} ${path}, where this profile has no operation: its lookup is ${lookup.method} ${lookup.path}. The reference shows neither. If the service has it there, the profile says "lookup": ${JSON.stringify({ method, path })}.`
  },
  'asked-after-settled': ({ steps }) =>
    steps.some(({ reaction }) => reaction === 'confirmed')
      ? 'It looked up a settled order once more. The reference does not forbid it, but the call is unnecessary.'
      : undefined,
  'waits-whole-seconds': ({ waits }) =>
    waits.some(({ isRounded }) => isRounded)
      ? 'When pollAfterSeconds has a fraction, it waits only the whole seconds. The reference does not show whether there may be a fraction; a service that uses fractions is polled too early.'
      : undefined,
}

/** Retries closer than this are more than five in a second. */
const HASTY_MS = 200

/** The first two pauses in a row that were too short; empty if there are none. */
function hastyPauses(purchases: readonly OrderExchange[]): readonly number[] {
  const pauses = purchases.slice(1).map((next, index) => {
    const before = purchases[index]
    return before && isUnknownOutcome(before) ? next.arrivedMs - before.answer.knownMs : Infinity
  })
  const isHasty = (ms = Infinity) => ms >= 0 && ms < HASTY_MS
  const first = pauses.findIndex((ms, index) => isHasty(ms) && isHasty(pauses[index + 1]))
  return first < 0 ? [] : pauses.slice(first, first + 2)
}

function lastlyWords(exchanges: readonly Exchange[], profile: Profile): string {
  const words = (exchange: Exchange) => {
    const { response } = exchange
    return `${requestWords(exchange, profile)}, ${response === null ? 'not answered' : `answered with ${response.status}`}`
  }
  const last = exchanges.at(-1)
  if (last === undefined) return 'it sent nothing'
  const isRepeated = exchanges.length > 1 && exchanges.slice(-2).every((one) => words(one) === words(last))
  return `${isRepeated ? 'again and again it sent' : 'its last request was'} ${words(last)}`
}

/**
 * The remarks on a trial, which change no verdict.
 *
 * @param isBroken true if a verdict already reports a failure, or the report says why the client could not begin. Then
 *   only things that were not HTTP are remarked on.
 */
export function remarksOn({ analysis }: JudgedTrial, isBroken: boolean): Remark[] {
  const { unreadable = [] } = analysis.trial
  const { sku: scenario } = namesOf(analysis.trial)
  const unread = [...new Set(unreadable.map(({ message }) => message))].map((message) => ({
    id: 'not-http',
    message,
    scenario,
  }))
  if (isBroken) return unread
  const seen = Object.entries(LOOKS).flatMap(([id, look]): Remark[] => {
    const message = look(analysis)
    return message === undefined ? [] : [{ id, message, scenario }]
  })
  return [...unread, ...seen]
}
