/** A step of a run that sends purchases. */
export type PurchaseStep = {
  readonly title: string
  /** The maximum number of purchases that it sends each time, identical bodies included. */
  readonly sends: number
  /** How many cards a conforming server sells for it each time. */
  readonly buys: number
  /** The maximum number of times it runs: in the usual run, and in a thorough one. */
  readonly times: readonly [usual: number, thorough: number]
}

/** How many identical bodies are sent at the same time, together with one under another reference. */
export const SIMULTANEOUS = 3
/** How many times one after another a thorough run sends one body. */
export const MENTIONS = 6
/** How many cards a thorough run buys one after another, and how many at the same moment. */
export const IN_A_ROW = 5

/** Every step that sends purchases, in the order in which they are taken. */
export const PURCHASE_STEPS = {
  first: { title: 'the first purchase', sends: 1, buys: 1, times: [1, 1] },
  replay: { title: 'the identical body again, after a lookup', sends: 1, buys: 0, times: [1, 1] },
  second: {
    title: 'the same card under a new reference, and a shorter one where that is refused',
    sends: 2,
    buys: 1,
    times: [1, 1],
  },
  simultaneous: {
    title: `one body ${SIMULTANEOUS} times and another reference, all at the same moment`,
    sends: SIMULTANEOUS + 1,
    buys: 2,
    times: [1, 1],
  },
  abandoned: { title: 'a purchase abandoned, then looked up and resent', sends: 2, buys: 1, times: [2, 4] },
  abandonedUnseen: { title: 'a purchase abandoned, then resent twice', sends: 3, buys: 1, times: [0, 4] },
  reordered: { title: 'a body again with its members in the other order', sends: 2, buys: 1, times: [0, 1] },
  mentions: { title: `one body, ${MENTIONS} times in turn`, sends: MENTIONS, buys: 1, times: [0, 1] },
  written: {
    title: 'two references that differ only in how they are written, and a body again',
    sends: 3,
    buys: 2,
    times: [0, 6],
  },
  inARow: { title: `${IN_A_ROW} cards in a row`, sends: IN_A_ROW, buys: IN_A_ROW, times: [0, 1] },
  crowd: {
    title: `${IN_A_ROW} references at the same moment, each twice`,
    sends: 2 * IN_A_ROW,
    buys: IN_A_ROW,
    times: [0, 1],
  },
  followed: {
    title: 'an order that is followed until it settles, then its body again',
    sends: 2,
    buys: 1,
    times: [3, 8],
  },
  whileProcessing: {
    title: 'the identical body of an order that is PROCESSING',
    sends: 1,
    buys: 0,
    times: [1, 4],
  },
  late: { title: 'the identical body of the first purchase, at the end', sends: 1, buys: 0, times: [1, 1] },
  conflict: { title: 'a known reference with another SKU, to be refused', sends: 1, buys: 0, times: [1, 1] },
  wrongKey: {
    title: "a purchase without a key, or with nobody's, to be refused",
    sends: 1,
    buys: 0,
    times: [2, 5],
  },
  unusable: { title: 'a body that is no purchase, to be refused', sends: 1, buys: 0, times: [1, 3] },
} as const satisfies Record<string, PurchaseStep>

/** The name of a step. */
export type PurchaseStepName = keyof typeof PURCHASE_STEPS

/** The maximum number of times that a run takes a step. */
export function timesOf(name: PurchaseStepName, { thorough }: { readonly thorough: boolean }): number {
  return PURCHASE_STEPS[name].times[thorough ? 1 : 0]
}

/** The number of purchases of a whole run: the default of its budget. */
export function purchasesNeeded(run: { readonly thorough: boolean }): number {
  const steps = Object.entries(PURCHASE_STEPS) as [PurchaseStepName, PurchaseStep][]
  return steps.reduce((sum, [name, { sends }]) => sum + timesOf(name, run) * sends, 0)
}
