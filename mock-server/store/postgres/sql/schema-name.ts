/** Everything of the store is in a schema of its own, so that it can share a database. */
export const SCHEMA = 'partner_purchase'
