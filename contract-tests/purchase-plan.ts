/** A step of a run that sends purchases. */
export type PurchaseStep = {
  readonly title: string
  /** How many purchases it sends at the most, identical bodies included. */
  readonly sends: number
  /** How many cards a server that keeps the contract sells for it. */
  readonly buys: number
}

/** How many identical bodies are sent at the same time. */
export const SIMULTANEOUS = 5

/** Every step that sends purchases, in the order in which they are taken. */
export const PURCHASE_STEPS = {
  first: { title: 'the first purchase', sends: 1, buys: 1 },
  replay: { title: 'the identical body again', sends: 1, buys: 0 },
  second: { title: 'the same card under a new reference', sends: 1, buys: 1 },
  simultaneous: { title: `one body, ${SIMULTANEOUS} times at the same moment`, sends: SIMULTANEOUS, buys: 1 },
  abandonedAtOnce: { title: 'a purchase abandoned at once, perhaps resent', sends: 2, buys: 1 },
  abandonedLater: { title: 'a purchase abandoned later, perhaps resent', sends: 2, buys: 1 },
  followed: { title: 'an order that is followed until it settles, then its body again', sends: 2, buys: 1 },
  withoutKey: { title: 'a purchase without a key, to be refused', sends: 1, buys: 0 },
  conflict: { title: 'a known reference with another SKU, to be refused', sends: 1, buys: 0 },
} as const satisfies Record<string, PurchaseStep>

/** The name of a step. */
export type PurchaseStepName = keyof typeof PURCHASE_STEPS

/** As many orders are followed at the most. */
export const FOLLOWED_AT_MOST = 3

/** What the whole suite needs: the default of a run's budget. */
export const DEFAULT_MAX_PURCHASES = Object.entries(PURCHASE_STEPS).reduce(
  (sum, [name, { sends }]) => sum + (name === 'followed' ? FOLLOWED_AT_MOST : 1) * sends,
  0,
)
