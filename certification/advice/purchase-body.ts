import type { Misshapen } from '../analysis/purchase-body.ts'
import type { Advice } from '../rule-finding.ts'

const NOT_READABLE = 'The service cannot read the purchase, and refuses it: nothing is bought.'
/** What to do about the body of a purchase that can't be read. Of fields that should not be there, the advice of the clause is. */
export const BODY_ADVICE: { readonly [Kind in Misshapen['kind']]: Advice } = {
  query: {
    consequence: 'A service may refuse the purchase, or ignore the query.',
    cause: 'A parameter of the shop, or one for tracing, is added to every address.',
    remedy: 'Send the purchase to /orders without a query. All that it says is in its body.',
  },
  'not-json': {
    consequence: NOT_READABLE,
    cause: 'The body is built by joining texts, or sent as a form.',
    remedy:
      'Build the body with a JSON library from its two fields: JSON.stringify({ partnerReference, sku }).',
  },
  'other-shape': {
    consequence: NOT_READABLE,
    cause: 'The fields have other names, or are inside another object.',
  },
  'more-fields': {},
  'not-filled': {
    consequence: NOT_READABLE,
    cause: 'A value is missing in the order of the shop, or has another type there, such as a number.',
    remedy:
      'Send partnerReference and sku, both as strings that are not blank; stop before the purchase if one is missing.',
  },
  twice: {
    consequence:
      'Of a member that is there twice, one service reads the first and another the last: it may be another card.',
    cause: 'The body is built by joining texts.',
    remedy:
      'Build the body with a JSON library from its two fields: JSON.stringify({ partnerReference, sku }).',
  },
  'media-type': {
    consequence: 'A service may refuse a body that does not say that it is JSON.',
    cause: 'The HTTP library sets the type for a text or a form, and the client does not change it.',
    remedy: 'Send the header Content-Type: application/json with the purchase.',
  },
}
