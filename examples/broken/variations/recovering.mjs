import { NEXT } from '../conduct.mjs'

const LOST_CONNECTIONS = ['SCENARIO-LOST-AFTER', 'SCENARIO-CLOSED', 'SCENARIO-CUT']
const SERVER_ERRORS = ['SCENARIO-UNAVAILABLE', 'SCENARIO-UNAVAILABLE-AFTER']
/** A purchase under a new reference is also a retry whose body differs. */
const ANEW = { breaks: 'timeout-is-not-failure' }

const isServerError = ({ status }) => status >= 500

/** What a client does when it does not know whether a purchase was made, or is told to come again. */
export const RECOVERING = [
  {
    name: 'buys-anew-after-a-lost-connection',
    says: 'Takes a lost connection for a failure, and buys again under a new reference.',
    ...ANEW,
    scenarios: LOST_CONNECTIONS,
    conduct: { afterLoss: () => NEXT.buyAnew },
  },
  {
    name: 'buys-anew-after-a-timeout',
    says: 'Takes its own timeout for a failure, and buys again under a new reference.',
    ...ANEW,
    scenarios: ['SCENARIO-STALLED'],
    conduct: { afterLoss: ({ isTimeout }) => (isTimeout ? NEXT.buyAnew : NEXT.lookUp) },
  },
  {
    name: 'buys-anew-when-impatient',
    says: 'Waits a little for an answer, then buys again under a new reference.',
    ...ANEW,
    scenarios: ['SCENARIO-TRICKLE'],
    conduct: { timeoutMs: 3_000, afterLoss: () => NEXT.buyAnew },
  },
  {
    name: 'buys-anew-after-a-server-error',
    says: 'Takes a 5xx for a failure, and buys again under a new reference.',
    ...ANEW,
    scenarios: SERVER_ERRORS,
    conduct: { afterLoss: (answer) => (isServerError(answer) ? NEXT.buyAnew : NEXT.lookUp) },
  },
  {
    name: 'buys-anew-when-the-lookup-finds-none',
    says: 'After a lost answer looks the order up, and where it is not found buys again under a new reference.',
    ...ANEW,
    scenarios: ['SCENARIO-LOST-BEFORE', 'SCENARIO-LOST-AND-LATE'],
    conduct: { afterNotFound: () => NEXT.buyAnew },
  },
  {
    name: 'reference-changes-with-the-time',
    says: 'Makes the reference of the time of sending, so that a retry has another one.',
    ...ANEW,
    scenarios: LOST_CONNECTIONS,
    conduct: {
      reference: ({ run, number }) => `SHOP:${run}-${number}-${Date.now()}`,
      afterLoss: () => NEXT.resend,
    },
  },
  {
    name: 'reference-counts-the-attempts',
    says: 'Appends the number of the attempt to the reference.',
    ...ANEW,
    scenarios: ['SCENARIO-LOST-BEFORE', ...SERVER_ERRORS],
    conduct: {
      reference: ({ run, number, sending }) => `SHOP:${run}-${number}-${sending}`,
      afterLoss: () => NEXT.resend,
    },
  },
  {
    name: 'walks-away-after-a-lost-answer',
    says: 'Gives a purchase up when its answer does not come.',
    breaks: 'timeout-is-not-failure',
    scenarios: ['SCENARIO-LOST-BEFORE', ...LOST_CONNECTIONS],
    conduct: { afterLoss: () => NEXT.fail },
  },
  {
    name: 'walks-away-after-a-timeout',
    says: 'Gives a purchase up when its own timeout strikes.',
    breaks: 'timeout-is-not-failure',
    scenarios: ['SCENARIO-STALLED'],
    conduct: { afterLoss: ({ isTimeout }) => (isTimeout ? NEXT.fail : NEXT.lookUp) },
  },
  {
    name: 'walks-away-after-a-server-error',
    says: 'Gives a purchase up when it is answered with a 5xx.',
    breaks: 'timeout-is-not-failure',
    scenarios: SERVER_ERRORS,
    conduct: { afterLoss: (answer) => (isServerError(answer) ? NEXT.fail : NEXT.lookUp) },
  },
  {
    name: 'hopes-for-the-best',
    says: 'Reports success when the answer to a purchase breaks off.',
    breaks: 'timeout-is-not-failure',
    scenarios: LOST_CONNECTIONS,
    conduct: { afterLoss: () => NEXT.succeed },
  },
  {
    name: 'retries-with-another-card',
    says: 'Sends the reference again with another SKU after a lost answer.',
    breaks: 'retry-identical-body',
    alongside: ['price-before-purchase'],
    scenarios: ['SCENARIO-LOST-BEFORE', 'SCENARIO-UNAVAILABLE'],
    conduct: {
      skuToBuy: ({ sku, sending }) => (sending === 1 ? sku : 'SCENARIO-AT-ONCE'),
      afterLoss: () => NEXT.resend,
    },
  },
  {
    name: 'retries-with-the-sku-changed',
    says: 'Sends the reference again with the SKU in small letters after a lost answer.',
    breaks: 'retry-identical-body',
    alongside: ['price-before-purchase', 'sku-from-catalogue'],
    scenarios: ['SCENARIO-LOST-AFTER', 'SCENARIO-UNAVAILABLE'],
    conduct: {
      skuToBuy: ({ sku, sending }) => (sending === 1 ? sku : sku.toLowerCase()),
      afterLoss: () => NEXT.resend,
    },
  },
  {
    name: 'marks-its-retries',
    says: 'Adds a field to the body when it sends it again.',
    breaks: 'retry-identical-body',
    alongside: ['exactly-two-fields'],
    scenarios: ['SCENARIO-LOST-AFTER', 'SCENARIO-UNAVAILABLE'],
    conduct: {
      body: (order, { sending }) => (sending === 1 ? order : { ...order, retry: true }),
      afterLoss: () => NEXT.resend,
    },
  },
  {
    name: 'buys-anew-after-a-call-too-many',
    says: 'Takes a new reference when it was told to come again later.',
    breaks: 'retry-identical-body',
    scenarios: ['SCENARIO-RATE-LIMITED'],
    conduct: { afterRateLimit: () => NEXT.buyAnew },
  },
]
