/** What is aimed at, besides the shares of the bare server's requests in `operations.ts`. */
export const TARGETS = {
  /** How many times as many purchases as the others. */
  timesMockoon: 10,
  timesPrism: 5,
  /** The share of the bare server's new orders that the mock takes with every order in a SQLite file. */
  sqliteToBare: 0.3,
  /** The share of pgbench's transactions that the mock reaches in purchases over HTTP. */
  postgresToPgbench: 0.5,
  /** From the start to the first answer, in times of what bare node:http and each competitor takes. */
  startToBare: 1.5,
  startToCompetitor: 0.25,
  /** In memory, with a million orders. */
  bytesPerOrder: 700,
  /** What an operation costs with a million orders, in times of what it costs with a thousand. */
  growth: 1.5,
  /** The p99 of connections with slow ones among them, in times of that without. */
  slowedP99: 2,
  /** Connections refused or lost while there are fewer than the limit. */
  lostConnections: 0,
  /** Under a load that adds no order: the heap at the end to that with the journal full, and RSS at the end to half-way. */
  heapAtEnd: 1.1,
  rssOfSecondHalf: 1.05,
} as const

/** What the check of a build holds the mock to: a machine that is shared must not fail it by chance. */
export const SHARE_OF_TARGET_CHECKED = 0.5
