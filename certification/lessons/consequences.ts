import type { Analysis } from '../analysis/analysis.ts'
import { amountWords, balanceAfter, movement } from '../analysis/balance.ts'
import { shortestFirst } from '../analysis/step.ts'
import type { MistakeKind } from '../rule-finding.ts'
import type { Seen, Text } from './mistakes/mistake.ts'

const NOT_READABLE = 'The service cannot read the purchase, and refuses it: nothing is bought.'

/** What a mistake costs. Of others, the consequence of their clause is what they cost. */
export const CONSEQUENCES: { readonly [Kind in MistakeKind]?: Text } = {
  query: 'A service may refuse the purchase, or ignore the query.',
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
  failed: ({ analysis: { trial } }) =>
    trial.exit?.cause === 'time-limit'
      ? 'The caller of the client waits without end, and may treat the purchase as failed.'
      : 'The caller of the client reads this as a failed purchase, and may buy again.',
}

function sharesReference({ analysis: { trial, profile } }: Seen): string {
  return `To the service it is the same purchase: the second card was not bought, and the balance stayed at ${amountWords(balanceAfter(trial, profile), profile)}.`
}

function buysMore({ analysis, finding: { breaks } }: Seen): string {
  return `A new reference is a new, additional purchase: balance ${moved(analysis, breaks[0])}.`
}

/** Of a purchase whose answer is lost: what is paid for, the first card and those that were bought in addition. */
function paysTwice({ analysis, finding: { breaks } }: Seen): string {
  const { order } = analysis.explained.find(({ purchase }) => purchase.exchange.seq === breaks[0]) ?? {}
  const recorded = recordedIn(analysis)
  const first = order?.purchases.find(({ exchange }) => recorded.includes(exchange.seq))
  if (first === undefined)
    return 'Here the first purchase was not recorded. If it is recorded, and only the answer is lost, this client pays for two cards.'
  const paid = `The first card was bought: balance ${moved(analysis, first.exchange.seq)}.`
  const [second, ...more] = breaks.filter((seq) => recorded.includes(seq))
  if (second === undefined) return `${paid} A second purchase was sent, and not recorded.`
  const twice = `${paid} The second card was bought as well: balance ${moved(analysis, second)}.`
  const last = more.at(-1)
  return `${twice}${last === undefined ? '' : ` And ${more.length} more: the last of them ${moved(analysis, last)}.`}`
}

function neverDelivers({ analysis, finding: { breaks } }: Seen): string {
  const order = analysis.orders.find(({ purchases }) =>
    purchases.some(({ exchange }) => exchange.seq === breaks[0]),
  )
  const recorded = recordedIn(analysis)
  const first = order?.purchases.find(({ exchange }) => recorded.includes(exchange.seq))
  return first === undefined
    ? 'Here it was not recorded. If it is recorded, and only the answer is lost, a card is paid for and never delivered.'
    : `The card was bought and paid for: balance ${moved(analysis, first.exchange.seq)}. It is never delivered.`
}

/** The purchases that the service recorded, by their sequence numbers. */
function recordedIn({ purchases }: Analysis): readonly number[] {
  return purchases.flatMap(({ exchange: { seq, order } }) => (order?.effect === 'recorded' ? seq : []))
}

function moved({ trial, profile }: Analysis, seq = 0): string {
  return movement(trial, profile, seq)
}

function pollsTooOften({ analysis: { waits }, finding: { breaks } }: Seen): string {
  const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
  const { intervalMs, earlyByMs } = shortestFirst(early)[0] ?? { intervalMs: 0, earlyByMs: 0 }
  const times = intervalMs / Math.max(1, intervalMs - earlyByMs)
  const ratio = times >= 100 ? 'at least a hundred times' : `${times.toFixed(1)} times`
  return `At this pace the service is polled ${ratio} as often as it asked for. The answer does not come sooner.`
}
