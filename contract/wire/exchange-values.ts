/** What the server did with an order: recorded it, found it again, or neither; or it was sent to another server, and nothing says. */
export const ORDER_EFFECTS = ['recorded', 'replayed', 'none', 'unknown'] as const

/** How much of an answer was delivered to the connection: all, a part, or nothing. */
export const DELIVERY_OUTCOMES = ['delivered', 'cut', 'lost'] as const
