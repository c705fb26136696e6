import type { AnswerKey } from '../profile/profile.ts'

/** One thing that the reference does not show. */
export type Gap<Id extends string = string> = {
  readonly id: Id
  readonly section: string
  readonly text: string
  /** `not-shown`: the reference says that it does not show it. `silent`: it does not mention it at all. */
  readonly kind: 'not-shown' | 'silent'
} & (
  | { /** The key of the profile that answers it. */ readonly profileKey: AnswerKey }
  | { readonly profileKey: null /** Why nothing needs to. */; readonly reason: string }
)

type GapRow =
  | readonly [section: string, kind: Gap['kind'], text: string, profileKey: AnswerKey]
  | readonly [section: string, kind: Gap['kind'], text: string, profileKey: null, reason: string]

const GAPS_TABLE = {
  'non-test-environment': [
    '1.4',
    'not-shown',
    'the name and details of the non-TEST environment',
    null,
    'the kit calls a TEST environment only, and refuses any other key before it opens a socket',
  ],
  'ping-position': ['2', 'silent', 'where status and mode are in the ping response', 'ping'],
  'product-fields': [
    '2, 4.5',
    'not-shown',
    'the fields of a product beyond sku',
    null,
    'a client needs none of them; unknown fields are ignored everywhere',
  ],
  'price-fields': ['2, 4.5', 'not-shown', 'the fields of a price, their types and formats', 'price'],
  'balance-fields': ['2, 4.5', 'not-shown', 'the fields of a balance, their types and formats', 'balance'],
  'order-fields': [
    '2',
    'not-shown',
    'the fields of an order and of its summary beyond status and pollAfterSeconds',
    null,
    'a client needs none of them; unknown fields are ignored everywhere',
  ],
  'money-format': ['2', 'not-shown', 'units and currency of amounts', 'money'],
  'processing-transitions': [
    '3',
    'not-shown',
    'what moves an order out of PROCESSING, and to which state',
    'states',
  ],
  'settled-states': ['3.2', 'not-shown', 'the complete list of the other states', 'states'],
  'poll-interval-type': [
    '3.1, 8.1',
    'silent',
    'whether pollAfterSeconds is a whole number, or may have a fraction',
    null,
    'to wait for the whole of it keeps the clause either way; a client that waits the whole seconds of a fraction is named, and judged neither way',
  ],
  'settlement-time': ['3', 'silent', 'how long an order may stay PROCESSING', 'limits.settleSeconds'],
  'lookup-operation': ['4', 'not-shown', 'path and method of the lookup of an order', 'lookup'],
  'catalogue-position': ['4.5', 'not-shown', 'where the catalogue is in its response', 'products'],
  'catalogue-paging': [
    '4.5',
    'not-shown',
    'query parameters of the catalogue, the price and the balance, and paging',
    null,
    'the kit sends no query parameter and reads what one call answers; what it then reads is all that it judges',
  ],
  'reference-conflict': [
    '4.2',
    'silent',
    'what answers a known partnerReference with another sku',
    'errors.referenceConflict',
  ],
  'insufficient-balance': [
    '4.4',
    'silent',
    'what answers a purchase that the balance does not cover',
    'errors.insufficientBalance',
  ],
  'funds-movement': [
    '4.4',
    'silent',
    'when a purchase is debited, and whether a failed one is given back',
    null,
    'no client depends on it; the mock debits when it records an order and gives the money back when the order fails, and the suite waits until the balance rests, whenever that is',
  ],
  'key-transport': ['5.4', 'not-shown', 'the header or other means by which the key is sent', 'auth'],
  'non-test-prefix': [
    '5.4',
    'not-shown',
    'the prefix of non-TEST keys',
    null,
    'every key that does not begin with pk_test_ is refused, so that no other prefix needs to be known',
  ],
  events: [
    '6',
    'not-shown',
    'events, callbacks or webhooks',
    null,
    'order progress is obtained by polling, which is documented',
  ],
  'unauthenticated-status': [
    '7.2',
    'not-shown',
    'the status that answers a call without a valid key',
    'errors.unauthenticated',
  ],
  'ip-not-allowed-status': [
    '7.2',
    'not-shown',
    'the status that answers an address that is not allowed',
    'errors.ipNotAllowed',
  ],
  'not-found-status': [
    '7.2',
    'not-shown',
    'the status that answers an unknown order, SKU or path',
    'errors.notFound',
  ],
  'invalid-body-status': [
    '7.2',
    'not-shown',
    'the status that answers a body that is not the two fields',
    'errors.invalidBody',
  ],
  'error-body': ['7.2', 'not-shown', 'error codes and the shape of an error body', 'errors.body'],
  'unavailable-status': [
    '7.2',
    'not-shown',
    'the status of a service that is temporarily unavailable',
    'errors.unavailable',
  ],
  'success-status': ['7.2', 'not-shown', 'the status of a success', null, 'any 2xx counts as success'],
  'rate-limits': ['8.2', 'not-shown', 'rate limits and quotas', 'limits.requestsPerSecond'],
  'rate-limited-status': [
    '7.2, 8.2',
    'not-shown',
    'the status that answers a call over the rate limit',
    'errors.rateLimited',
  ],
  'size-limits': ['8.2', 'not-shown', 'how large a body, and how long a field, may be', 'limits'],
  'reference-limits': [
    '8.2',
    'not-shown',
    'which characters a partnerReference may have, and how many',
    'references',
  ],
  'request-forms': [
    '8.2',
    'not-shown',
    'whether a request may name a charset, and send its body in chunks',
    'requests',
  ],
  timeouts: [
    '8.2',
    'not-shown',
    'timeouts of the service',
    null,
    'a timeout is the client’s own: an option of the client, with a default that is printed',
  ],
  versioning: [
    '9.2',
    'not-shown',
    'how versions are selected, compatibility rules and deprecation',
    null,
    'no version is sent; the reports name the label of the reference that they judge by',
  ],
} as const satisfies Record<string, GapRow>

/** The ids of the gaps. Stable: reports and the mock's assumptions header refer to them. */
export type GapId = keyof typeof GAPS_TABLE

const rows = Object.entries(GAPS_TABLE) as [GapId, GapRow][]

/** Every gap of the reference, in the order of its sections. */
export const GAPS = Object.fromEntries(
  rows.map(([id, [section, kind, text, ...answer]]): [GapId, Gap<GapId>] => [
    id,
    answer[0] === null
      ? { id, section, kind, text, profileKey: null, reason: answer[1] ?? '' }
      : { id, section, kind, text, profileKey: answer[0] },
  ]),
  // The keys are exactly those of the table, which `Object.fromEntries` widens to string.
) as { readonly [Id in GapId]: Gap<Id> }

/** Whether a text is the id of a gap. */
export function isGapId(text: string): text is GapId {
  return Object.hasOwn(GAPS_TABLE, text)
}
