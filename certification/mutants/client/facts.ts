/** An order summary, as a client read it. */
export type ClientSummary = {
  readonly status: string
  /** Seconds; undefined if the client read none. */
  readonly pollAfterSeconds: number | undefined
}

export type ModelOperation = 'ping' | 'products' | 'price' | 'balance' | 'purchase' | 'lookup'

/** What the latest answer about a purchase means to its client. */
export type Situation =
  /** Nothing was sent yet. */
  | 'begins'
  /** The connection was lost, or the answer broke off. */
  | 'lost'
  /** The client's timeout ended the wait. */
  | 'timed-out'
  /** A 5xx. */
  | 'server-error'
  /** 429. */
  | 'rate-limited'
  /** 404 to a lookup. */
  | 'not-found'
  /** Any other 4xx. */
  | 'refused'
  /** A success, but without a status at the place where the client looks. */
  | 'unreadable'
  | 'processing'
  | 'settled'

/** All that a client knows about one intended purchase when it decides. */
export type Facts = {
  readonly sku: string
  /** The label of the intended order: the same in each start. */
  readonly label: string
  /** The number of the start: 2 after the client was killed and started again. */
  readonly start: number
  /** The number of the intended purchase, counted from 1. */
  readonly purchase: number
  /** How many references the client has given up for this purchase. */
  readonly renewals: number
  /** How often the client sent this purchase, and how often it polled in any way after the first summary. */
  readonly sent: number
  readonly polls: number
  /** The latest answer: to which operation, of what kind, and how many of that kind came in a row. */
  readonly by: ModelOperation
  readonly now: Situation
  readonly inARow: number
  /** Retry-After of the latest rate limit, in seconds; undefined without one. */
  readonly retryAfter: number | undefined
  /** The first summary and the latest one; undefined before there was one. */
  readonly first: ClientSummary | undefined
  readonly latest: ClientSummary | undefined
}
