import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import { buysMore, leavesOrder, neverDelivers, paysTwice, pollsTooOften, sharesReference } from './damage.ts'
import { REUSED } from './purchases.ts'
import { inLanguage, type Section } from './recipes.ts'
import type { MistakeKind } from './rule-finding.ts'
import { countsFromRequest, leftAt, othersIn, type Seen, troubleIn } from './seen.ts'
import { quoteName } from './trial.ts'

export type Text = string | ((seen: Seen) => string)

/** A mistake of a client: how to recognise it, and the advice to its author. */
export type Mistake = {
  /** The kinds of finding that it applies to. Default: all kinds. */
  readonly kinds?: readonly MistakeKind[]
  /** Default: true. */
  readonly isSeen?: (seen: Seen) => boolean
  readonly damage: Text
  readonly cause: Text
  readonly fix: Text
  /** The section of the recipes that shows the right way. */
  readonly shownIn: Section
}

/** What every retry needs: without a wait and a limit, a client floods a service that is down. */
const WAIT =
  'between attempts wait half a second, then twice as long each time, at most eight seconds; after eight attempts report the purchase as unknown, not as failed'
const REPLACE = 'Replace a key that was exposed.'
const NOT_READABLE = 'The service cannot read the purchase, and refuses it: nothing is bought.'

/** The lookups find nothing, since they spell the reference differently from the purchase. */
const RESPELLED: Mistake = {
  kinds: ['respelled'],
  damage: 'The lookup does not find the order, and the client cannot know whether the card was bought.',
  cause:
    'The reference changes between the purchase and the lookup: in its case, in its blanks (in a path, + is not a blank), or by an encoding that is missing or applied twice.',
  fix: ({ language }) =>
    `Store the reference as it was sent with the purchase, and encode exactly that once in a URL${inLanguage(language, 'encode')}.`,
  shownIn: 'Look up',
}

/**
 * The mistakes that break each clause. The first that fits is reported, so the last one of a clause fits in any case.
 */
export const MISTAKES: { readonly [Id in ClientClauseId]: readonly Mistake[] } = {
  'ping-first': [
    {
      damage: 'An invalid key, or an address that is not allowed, is only noticed when a purchase fails.',
      cause: unlessUnchecked(
        'The flow begins with the purchase; connectivity was only tested once, manually.',
      ),
      fix: 'Call GET /ping before the first purchase, and continue only if it is answered with 200 and ok.',
      shownIn: 'Prepare',
    },
  ],
  'sku-from-catalogue': [
    {
      damage: 'A card that is no longer sold to this partner is ordered, and the purchase is refused.',
      cause: unlessUnchecked(
        'The SKU is in the code or in a setting, or is spelled differently from the catalogue.',
      ),
      fix: 'Read GET /products before the purchase, and buy a SKU only when the answer, a 200, lists it.',
      shownIn: 'Prepare',
    },
  ],
  'price-before-purchase': [
    {
      damage: 'The card is paid at its current price, which may be higher than expected.',
      cause: unlessUnchecked('The price is taken from a setting, or was read long ago.'),
      fix: 'Call GET /products/{sku}/price for this SKU right before the purchase, and buy only after a 200.',
      shownIn: 'Prepare',
    },
  ],
  'balance-before-purchase': [
    {
      damage: 'If the balance does not cover the price, a purchase is sent whose answer is not documented.',
      cause: unlessUnchecked('The client leaves the check of the balance to the service.'),
      fix: 'Call GET /balance before the purchase, and buy only after a 200 with a balance that covers the price.',
      shownIn: 'Prepare',
    },
  ],
  'exactly-two-fields': [
    {
      kinds: ['query'],
      damage: 'A service may refuse the purchase, or ignore the query.',
      cause: 'A parameter of the shop, or one for tracing, is added to every address.',
      fix: 'Send the purchase to /orders without a query. All that it says is in its body.',
      shownIn: 'Place',
    },
    {
      kinds: ['empty'],
      damage: NOT_READABLE,
      cause:
        'The body is a stream or a buffer that the first attempt has read to its end; or the retry of the HTTP library leaves it out.',
      fix: `Make the body once, as a text, and send exactly that in every attempt; ${WAIT}.`,
      shownIn: 'Place',
    },
    {
      isSeen: (seen) => othersIn(seen).length > 0,
      damage: (seen) =>
        seen.finding.mistake === 'more-fields'
          ? 'A service may refuse the purchase, or ignore the other fields.'
          : NOT_READABLE,
      cause:
        'An internal object is sent unchanged, its field names are in the style of the client, or a field was added for tracing.',
      fix: (seen) =>
        `Send partnerReference and sku, spelled like this, and nothing else: rename or leave out ${othersIn(seen).slice(0, 3).map(quoteName).join(', ')}.`,
      shownIn: 'Place',
    },
    {
      damage: NOT_READABLE,
      cause:
        'The body is sent as a form, as many HTTP libraries do with a map of fields; it is built by joining texts; a value is missing in the order of the shop, or is a number there; or Content-Length counts characters instead of bytes ("é" has two bytes), so that the body is cut.',
      fix: ({ language }) =>
        `Build the body with a JSON library, from two strings that are not blank${inLanguage(language, 'json')}. Send it with the header Content-Type: application/json.`,
      shownIn: 'Call',
    },
  ],
  'retry-identical-body': [
    {
      kinds: ['rate-limited'],
      damage:
        'A new reference is a new, additional purchase. If the refused purchase was recorded after all, two cards are paid for instead of one.',
      cause: '429 is treated as "not bought", and the purchase begins again, with a new reference.',
      fix: 'After 429, wait as long as Retry-After says, and send the identical body again, with the same reference; after eight attempts report the purchase as unknown, not as failed.',
      shownIn: 'Place',
    },
    {
      damage:
        'The reference does not show how a service answers a known reference in another body. It may refuse it, and the client still does not know the outcome of the first purchase; or it may deliver the wrong card.',
      cause: 'The body is built again for each attempt, from values that have changed.',
      fix: `Build the body once, store it with the order, and send exactly that text in every attempt; ${WAIT}.`,
      shownIn: 'Place',
    },
  ],
  'timeout-is-not-failure': [
    {
      isSeen: ({ analysis }) => analysis.trial.crash !== undefined,
      damage: lostOrTwice,
      cause: 'The reference is only kept in memory, or made again at each start.',
      fix: `Store the reference before the purchase is sent, or make it of the label of the order. At the start, look it up, and if it is not found send the identical body; ${WAIT}.`,
      shownIn: 'Store',
    },
    {
      damage: lostOrTwice,
      cause: (seen) =>
        `${troubleIn(seen) ?? 'No answer came.'} The client treats that as "not bought", ${seen.finding.mistake === 'unknown' ? 'and begins again, with a new reference, perhaps after a lookup that did not find the order' : 'or stops at the error'}.`,
      fix: `Make the reference and the body once. Without a whole answer, or after a 5xx, look it up, and if it is not found send the identical body again; ${WAIT}.`,
      shownIn: 'Place',
    },
  ],
  'one-reference-per-purchase': [
    {
      kinds: REUSED,
      damage: sharesReference,
      cause:
        'The reference is made of something that several purchases share, such as the order or the buyer.',
      fix: 'Create one reference for each card when the purchase is decided, and store it.',
      shownIn: 'Store',
    },
    {
      kinds: ['processing'],
      damage: buysMore,
      cause: 'PROCESSING is treated as a failure, or the wait for the order has a time limit.',
      fix: 'Follow the order that there is until it is settled. Buy again only after a failure.',
      shownIn: 'Follow',
    },
    {
      damage: buysMore,
      cause:
        'The code that buys runs twice for one order: again after it was bought, or in two places at the same time.',
      fix: 'Create one reference for each card when the purchase is decided, and store it before it is sent: whenever the code runs again, use that one.',
      shownIn: 'Store',
    },
  ],
  'stable-reference': [
    RESPELLED,
    {
      damage: 'A reference that cannot be traced to an order is hard to reconcile.',
      cause: 'The reference is a random id, or a number of the shop without a prefix.',
      fix: 'Use a prefix of your own, a colon and the label of the order, such as SHOP:1001.',
      shownIn: 'Store',
    },
  ],
  'waits-poll-after': [
    {
      isSeen: countsFromRequest,
      damage:
        'A service that answers slowly, since it is busy, is asked again sooner than it asked for. The answer does not come sooner.',
      cause:
        'A timer ticks at a fixed pace: after an answer that took long, the next request comes too soon.',
      fix: ({ language }) =>
        `Counted from the last request, not from its answer, the wait is too short: start it when the answer has arrived, with the pollAfterSeconds of that answer${inLanguage(language, 'sleep')}.`,
      shownIn: 'Follow',
    },
    {
      damage: pollsTooOften,
      cause:
        'There is no wait, or the seconds are passed to a function that takes milliseconds; or the interval of an earlier answer or a constant is used for all polls.',
      fix: ({ language }) =>
        `Read pollAfterSeconds, which is in seconds, from each answer, and sleep that long before the next request about the order${inLanguage(language, 'sleep')}.`,
      shownIn: 'Follow',
    },
  ],
  'follows-until-settled': [
    RESPELLED,
    {
      isSeen: (seen) =>
        seen.analysis.trial.crash !== undefined && leftAt(seen)?.at(-1)?.isRestarted === false,
      damage: leavesOrder,
      cause:
        'The reference is only kept in memory, so that a client that is started again does not know its order.',
      fix: 'Store the reference before the purchase is sent. At the start, look up every order that was not settled.',
      shownIn: 'Store',
    },
    {
      kinds: ['left'],
      isSeen: (seen) => troubleIn(seen) !== undefined,
      damage: leavesOrder,
      cause: (seen) => `${troubleIn(seen)} That ends the loop of polls.`,
      fix: 'After a lost answer, a 404, 429 or 5xx the order is still PROCESSING: catch the error inside the loop, wait pollAfterSeconds, and look the same reference up again; give up after eight failures in a row.',
      shownIn: 'Follow',
    },
    {
      kinds: ['left'],
      isSeen: (seen) => leftAt(seen)?.length === 1,
      damage: leavesOrder,
      cause:
        'The status in the answer to the purchase is not read: the client looks at data.order, as in a lookup, where a purchase has none; or it treats that answer as the end.',
      fix: 'Read the status of a purchase at data.order.order, one level deeper than in a lookup. While it is PROCESSING, wait pollAfterSeconds, and look the order up.',
      shownIn: 'Place',
    },
    {
      kinds: ['left'],
      isSeen: (seen) =>
        leftAt(seen)?.at(-1)?.kind === 'lookup' &&
        !seen.analysis.steps.some(({ request, next }) => request.kind === 'lookup' && next !== undefined),
      damage: leavesOrder,
      cause: 'The status of a lookup is not read at data.order, or the order is asked for only once.',
      fix: 'Read the status of a lookup at data.order, one level higher than in a purchase, and ask again, after pollAfterSeconds, while it is PROCESSING.',
      shownIn: 'Follow',
    },
    {
      kinds: ['left'],
      damage: leavesOrder,
      cause: 'The number of polls is fixed, or there is a time limit for all of them.',
      fix: 'Loop while the status is PROCESSING, without a limit of your own, and wait pollAfterSeconds each time. End at any other status.',
      shownIn: 'Follow',
    },
    {
      damage: 'A settled order does not change: every further call is unnecessary load, and the buyer waits.',
      cause:
        'The loop does not see that the order is settled: it waits for one particular state, asks a fixed number of times, or reads the status at the wrong position, and drops the error.',
      fix: 'Loop only while the status is PROCESSING: in a lookup at data.order, in a purchase at data.order.order. Inside the loop, catch only failures that may pass: a lost connection, a 404, 429 or 5xx.',
      shownIn: 'Follow',
    },
  ],
  'reads-purchase-position': [
    {
      damage: 'The client does not see the result of the purchase: it polls for nothing, or gives up.',
      cause:
        'The status is read at data.order, one level too high, and the missing status counts as PROCESSING or as a failure; or the client searches the whole body for a status.',
      fix: 'Read the answer to POST /orders at data.order.order, and nowhere else.',
      shownIn: 'Place',
    },
  ],
  'reads-lookup-position': [
    {
      damage:
        'The client does not see the result of the lookup: it gives up the order, or polls it without a wait or an end.',
      cause:
        'The status is read at data.order.order, where a lookup has none, and the error is dropped, or the missing status counts as PROCESSING; or the client searches the whole body for a status.',
      fix: 'Read the answer to the lookup at data.order, and nowhere else. Inside the loop, catch only failures that may pass: a lost connection, a 404, 429 or 5xx. Any other error is a mistake in the code.',
      shownIn: 'Look up',
    },
  ],
  'key-stays-on-server': [
    {
      kinds: ['key-in-browser'],
      damage: 'Everyone who opens the page can read the key, and buy with it.',
      cause: 'The page calls the API itself.',
      fix: `Let the page call your server, and only your server call the API. ${REPLACE}`,
      shownIn: 'Call',
    },
    {
      damage: ({ finding: { mistake } }) =>
        `${mistake === 'key-in-url' ? 'URLs are written to the logs of every server and proxy on the way' : mistake === 'key-in-body' ? 'Bodies are kept with orders and in logs' : 'Logs and proxies leave out the header for credentials, and show others'}: who reads one can buy with this key.`,
      cause:
        'The key is added to every address, is in an object that is sent, is sent in two ways, or also serves as an id for tracing or a session.',
      fix: `Send the key in one header, the one that the profile names, and take it out of every URL, body and other header. ${REPLACE}`,
      shownIn: 'Call',
    },
  ],
  'documented-operations-only': [
    {
      damage: 'Undocumented operations may change, or be refused, without notice.',
      cause:
        'A path or a method is guessed, misspelled, or taken from another API. The path of the lookup is not in the reference: the profile assumes one.',
      fix: 'Call only the six operations of the reference, at the base address, without a prefix.',
      shownIn: 'Call',
    },
  ],
}

function unlessUnchecked(cause: string) {
  return ({ finding: { mistake } }: Seen): string =>
    mistake === 'unchecked' ? 'The answer to a call before the purchase is not checked.' : cause
}

function lostOrTwice(seen: Seen): string {
  return seen.finding.mistake === 'lost' ? neverDelivers(seen) : paysTwice(seen)
}
