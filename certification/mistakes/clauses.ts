import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import type { Analysis } from '../analysis.ts'
import { balanceAfter, movement } from '../balance.ts'
import type { MistakeKind } from '../rule-finding.ts'
import { shortestFirst } from '../steps.ts'
import type { Seen, Text } from './mistake.ts'

type Words = Pick<Lesson, 'consequence' | 'cause' | 'remedy'>

/** For the developer who fixes the client. A finding may have a more specific consequence, with amounts. */
export const LESSONS: { readonly [Id in ClientClauseId]: Words } = {
  'ping-first': {
    consequence: 'An invalid key, or an address that is not allowed, is only noticed when a purchase fails.',
    cause: 'The flow begins with the purchase; connectivity was only tested once, manually.',
    remedy: 'Call GET /ping before the first purchase, and continue only if it answers ok.',
  },
  'sku-from-catalogue': {
    consequence: 'A card that is no longer sold to this partner is ordered, and the purchase is refused.',
    cause: 'The SKU is in the code or in a setting, copied from an example.',
    remedy: 'Read GET /products, and buy a SKU only when the answer lists it.',
  },
  'price-before-purchase': {
    consequence: 'The card is paid at its current price, which may be higher than expected.',
    cause: 'The price is taken from a setting, or was read long ago.',
    remedy: 'Call GET /products/{sku}/price for this SKU right before the purchase.',
  },
  'balance-before-purchase': {
    consequence:
      'If the balance does not cover the price, a purchase is sent whose answer is not documented.',
    cause: 'The client leaves the check of the balance to the service.',
    remedy: 'Call GET /balance before the purchase, and do not buy what it does not cover.',
  },
  'exactly-two-fields': {
    consequence: 'A service may refuse the purchase, or ignore the other fields.',
    cause: 'An object of the shop is sent as it is, or a field was added for tracing.',
    remedy: 'Build the body from its two fields: JSON.stringify({ partnerReference, sku }).',
  },
  'retry-identical-body': {
    consequence: 'The retry is another purchase, or is refused: the card may be paid twice.',
    cause: 'The body is built again for each attempt, from values that have changed.',
    remedy: 'Build the body once, store it with the order, and send exactly that text in every attempt.',
  },
  'timeout-is-not-failure': {
    consequence: 'A card is paid for twice, or paid for and never delivered.',
    cause: 'A connection error, or a 5xx, is treated as "not bought".',
    remedy:
      'Store the reference before the purchase is sent. If no answer comes, look up that reference, or send the identical body again.',
  },
  'one-reference-per-purchase': {
    consequence: 'Two purchases with one reference are one; one purchase with two references is two.',
    cause:
      'The reference is built from something that several purchases share, or again each time the code runs.',
    remedy: 'Create one reference for each card when the purchase is decided, and store it.',
  },
  'stable-reference': {
    consequence: 'A reference that cannot be traced to an order is hard to reconcile.',
    cause: 'The reference is a random id, or is changed when it is put into a URL.',
    remedy:
      'Use a prefix of your own, a colon and the label of the order, such as SHOP:1001; encode it once in a URL.',
  },
  'waits-poll-after': {
    consequence: 'The service is polled more often than it asked for.',
    cause:
      'The wait is a constant, has an upper limit, or is counted from the last request, not from its answer.',
    remedy: 'After each answer, sleep for the pollAfterSeconds of that answer before the next request.',
  },
  'follows-until-settled': {
    consequence: 'A purchase is left before it is settled, or is polled without end.',
    cause: 'The number of polls is fixed, or the loop waits for one particular state.',
    remedy: 'Loop while the status is PROCESSING, and end at any other status; exit with 0 after a success.',
  },
  'reads-purchase-position': {
    consequence: 'The client does not see the result of the purchase: it polls for nothing, or gives up.',
    cause:
      'The purchase is read like a lookup, at data.order; or the client searches the whole body for a status.',
    remedy: 'Read the answer to POST /orders at data.order.order, and nowhere else.',
  },
  'reads-lookup-position': {
    consequence:
      'The client does not see the result of the lookup: it gives up the order, or polls it without a wait or an end.',
    cause:
      'The lookup is read like a purchase, at data.order.order; or the client searches the whole body for a status.',
    remedy: 'Read the answer to the lookup at data.order, and nowhere else.',
  },
  'key-stays-on-server': {
    consequence: 'Anyone who sees the URL, the log or the page can buy with this key.',
    cause: 'The key was put where it worked first, or the page calls the API itself.',
    remedy:
      'Send the key in the header that the profile names, from your server. Let pages call your server. Replace a key that was exposed.',
  },
  'documented-operations-only': {
    consequence: 'Undocumented operations may change, or be refused, without notice.',
    cause: 'A path or a method is guessed, misspelled, or taken from another API.',
    remedy: 'Call only the six operations of the reference, at the base address, without a prefix.',
  },
}

const NOT_READABLE = 'The service cannot read the purchase, and refuses it: nothing is bought.'

/** What a mistake costs. Of others, the consequence of their clause is what they cost. */
export const CONSEQUENCES: { readonly [Kind in MistakeKind]?: Text } = {
  query: 'A service may refuse the purchase, or ignore the query.',
  empty: NOT_READABLE,
  'not-json': NOT_READABLE,
  'other-shape': NOT_READABLE,
  'not-filled': NOT_READABLE,
  twice:
    'Of a member that is there twice, one service reads the first and another the last: it may be another card.',
  'media-type': 'A service may refuse a body that does not say that it is JSON.',
  respelled: 'The lookup does not find the order, and the client cannot know whether the card was bought.',
  'key-in-url':
    'URLs are written to the logs of every server and proxy on the way: who reads one can buy with this key.',
  'key-in-body': 'Bodies are kept with orders and in logs: who reads one can buy with this key.',
  'key-in-header':
    'Logs and proxies leave out the header for credentials, and show others: who reads one can buy with this key.',
  'key-in-browser': 'Everyone who opens the page can read the key, and buy with it.',
  altered:
    'The reference does not show how a service answers a known reference in another body. It may refuse it, and the client still does not know the outcome of the first purchase; or it may deliver the wrong card.',
  'rate-limited':
    'A new reference is a new, additional purchase. If the refused purchase was recorded after all, two cards are paid for instead of one.',
  'other-sku': sharesReference,
  'same-sku': sharesReference,
  conflict: sharesReference,
  processing: buysMore,
  settled: buysMore,
  pending: buysMore,
  unknown: paysTwice,
  lost: neverDelivers,
  early: pollsTooOften,
  left: ({ analysis: { trial } }) =>
    `The client leaves the purchase before it is settled: ${
      trial.scenario.course.settles === 'success'
        ? 'the card is paid for, and never delivered.'
        : 'it never knows whether it has the card or its money.'
    }`,
  'went-on': 'A settled order does not change: every further call is unnecessary load, and the buyer waits.',
}

function sharesReference({ analysis: { trial, profile } }: Seen): string {
  const balance = balanceAfter(trial, profile)
  return `To the service it is the same purchase: the second card was not bought, and the balance stayed at ${moneyWords(balance, profile.money)}.`
}

function buysMore({ analysis, finding: { breaks } }: Seen): string {
  return `A new reference is a new, additional purchase${moved(analysis, breaks[0])}.`
}

/** Of a purchase whose answer is lost: what is paid for, the first card and those that were bought in addition. */
function paysTwice({ analysis, finding: { breaks } }: Seen): string {
  const { order } = analysis.explained.find(({ purchase }) => purchase.exchange.seq === breaks[0]) ?? {}
  const recorded = recordedIn(analysis)
  const first = order?.purchases.find(({ exchange }) => recorded.includes(exchange.seq))
  if (first === undefined)
    return 'Here the first purchase was not recorded. If it is recorded, and only the answer is lost, this client pays for two cards.'
  const paid = `The first card was bought${moved(analysis, first.exchange.seq)}.`
  const [second, ...more] = breaks.filter((seq) => recorded.includes(seq))
  if (second === undefined) return `${paid} A second purchase was sent, and not recorded.`
  const twice = `${paid} The second card was bought as well${moved(analysis, second)}.`
  const last = more.at(-1)
  return `${twice}${last === undefined ? '' : ` And ${more.length} more${moved(analysis, last, 'the last of them')}.`}`
}

function neverDelivers({ analysis, finding: { breaks } }: Seen): string {
  const order = analysis.orders.find(({ purchases }) =>
    purchases.some(({ exchange }) => exchange.seq === breaks[0]),
  )
  const recorded = recordedIn(analysis)
  const first = order?.purchases.find(({ exchange }) => recorded.includes(exchange.seq))
  return first === undefined
    ? 'Here it was not recorded. If it is recorded, and only the answer is lost, a card is paid for and never delivered.'
    : `The card was bought and paid for${moved(analysis, first.exchange.seq)}. It is never delivered.`
}

function recordedIn({ purchases }: Analysis): readonly number[] {
  return purchases.flatMap(({ exchange: { seq, order } }) => (order?.effect === 'recorded' ? seq : []))
}

/** How an exchange changed the balance, to follow what was bought. */
function moved({ trial, profile }: Analysis, seq = 0, what = 'balance'): string {
  return `: ${what} ${movement(trial, profile, seq)}`
}

function pollsTooOften({ analysis: { waits }, finding: { breaks } }: Seen): string {
  const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
  const { intervalMs, earlyByMs } = shortestFirst(early)[0] ?? { intervalMs: 0, earlyByMs: 0 }
  const times = intervalMs / Math.max(1, intervalMs - earlyByMs)
  // A wait of a few milliseconds is known to no more than that.
  const ratio =
    times >= 100 ? 'at least a hundred times' : `${times < 10 ? times.toFixed(1) : Math.round(times)} times`
  return `At this pace the service is polled ${ratio} as often as it asked for. The answer does not come sooner.`
}
