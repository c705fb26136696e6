/** What is aimed at, besides the shares of the bare server's requests in `operations.ts`. */
export const TARGETS = {
  /** How many times as many purchases as the others. */
  timesMockoon: 10,
  timesPrism: 5,
  /** In memory, with a million orders. */
  bytesPerOrder: 700,
  /** What an operation costs with a million orders, in times of what it costs with a thousand. */
  growth: 1.5,
} as const

/** What the check of a build holds the mock to: a machine that is shared must not fail it by chance. */
export const SHARE_OF_TARGET_CHECKED = 0.5
