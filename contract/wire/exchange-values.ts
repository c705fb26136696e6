/** What the server did with an order: recorded it, found it again, or neither. */
export const ORDER_EFFECTS = ['recorded', 'replayed', 'none'] as const

/** How much of an answer was delivered to the connection: all, a part, or nothing. */
export const DELIVERY_OUTCOMES = ['delivered', 'cut', 'lost'] as const
