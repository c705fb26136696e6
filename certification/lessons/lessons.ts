import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'

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
