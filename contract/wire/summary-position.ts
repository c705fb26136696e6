/** The position of the summary in an answer (§4.1). Imports nothing: the types of the client reach it. */
export const SUMMARY_AT = { createOrder: '/data/order/order', lookupOrder: '/data/order' } as const
