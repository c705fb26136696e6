import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'

/** For whoever has to mend the client. A finding may say the consequence better, with its amounts. */
export const LESSONS: { readonly [Id in ClientClauseId]: Omit<Lesson, 'command'> } = {
  'ping-first': {
    consequence:
      'A key that is not valid, or an address that is not allowed, is noticed only by a purchase that fails.',
    cause: 'The flow begins at the purchase; connectivity was tried by hand, once.',
    remedy: 'Call GET /ping before the first purchase, and go on only where it answers ok.',
  },
  'sku-from-catalogue': {
    consequence: 'A card that is no longer sold to this partner is still bought, and the purchase refused.',
    cause: 'The SKU stands in the code or in a setting, copied from an example.',
    remedy: 'Read GET /products, and buy a SKU only when the answer lists it.',
  },
  'price-before-purchase': {
    consequence: 'The card is paid at whatever it costs by now.',
    cause: 'The price is taken from a setting, or was read long ago.',
    remedy: 'Call GET /products/{sku}/price for this SKU right before the purchase.',
  },
  'balance-before-purchase': {
    consequence: 'A purchase is sent that the balance does not cover, and what answers it is not documented.',
    cause: 'The balance is left for the service to check.',
    remedy: 'Call GET /balance before the purchase, and do not buy what it does not cover.',
  },
  'exactly-two-fields': {
    consequence: 'A service that keeps to its reference may refuse the purchase, or ignore what was meant.',
    cause: 'An object of the shop is sent as it is, or a field was added for tracing.',
    remedy: 'Build the body from its two fields: JSON.stringify({ partnerReference, sku }).',
  },
  'retry-identical-body': {
    consequence: 'The retry is another purchase, or none: the card may be paid twice.',
    cause: 'The body is built anew for each attempt, from values that have changed since.',
    remedy: 'Build the body once, keep it with the order, and send that very text at every attempt.',
  },
  'timeout-is-not-failure': {
    consequence: 'A card is paid for twice, or paid for and never handed over.',
    cause: 'An error of the connection, or a 5xx, is treated as "not bought".',
    remedy:
      'Store the reference before the purchase is sent. After an answer that did not come, look that reference up, or send the identical body again.',
  },
  'one-reference-per-purchase': {
    consequence: 'Two purchases with one reference are one; one purchase with two references is two.',
    cause: 'The reference is made of what several purchases share, or anew whenever the code runs.',
    remedy: 'Give each purchase its reference when it is meant, one for each card, and keep it.',
  },
  'stable-reference': {
    consequence: 'A reference that nobody can trace to an order is hard to reconcile.',
    cause: 'The reference is a random id, or is changed on its way into a URL.',
    remedy:
      'Use a prefix of your own, a colon and the label of the order, such as SHOP:1001; encode it once in a URL.',
  },
  'waits-poll-after': {
    consequence: 'The service is asked more often than it said that it can bear.',
    cause: 'The pause is a constant, or the one of the first answer; or it is counted from the last request.',
    remedy: 'After each answer, sleep for the pollAfterSeconds of that very answer before the next request.',
  },
  'follows-until-settled': {
    consequence: 'A purchase goes on without its buyer, or is asked for without an end.',
    cause: 'The number of polls is fixed, or the loop waits for one state in particular.',
    remedy:
      'Loop while the status is PROCESSING, and end at any other, whichever it is; exit with 0 after a success.',
  },
  'reads-purchase-position': {
    consequence: 'What became of the purchase is not seen: it is asked for in vain, or given up.',
    cause:
      'The purchase is read like a lookup, at data.order; or a status is searched for wherever one stands.',
    remedy: 'Read the answer to POST /orders at data.order.order, and nowhere else.',
  },
  'reads-lookup-position': {
    consequence:
      'What the lookup says is not seen: the order is given up, or asked for without a pause or an end.',
    cause:
      'The lookup is read like a purchase, at data.order.order; or a status is searched for wherever one stands.',
    remedy: 'Read the answer to the lookup at data.order, and nowhere else.',
  },
  'key-stays-on-server': {
    consequence: 'Whoever sees the URL, the log or the page can buy with this key.',
    cause: 'The key was put where it worked first, or the page calls the API itself.',
    remedy:
      'Send the key in the header that the profile names, from your server. Let pages call your server. Have a key replaced that was shown.',
  },
  'documented-operations-only': {
    consequence: 'What is not documented may change, or be refused, without notice.',
    cause: 'A path was guessed, or misspelt.',
    remedy: 'Call the six operations of the reference only.',
  },
}
