import type { CompetitorStart } from './competitor-start.ts'
import type { Connections } from './connections.ts'
import type { Growth } from './growth.ts'
import type { LongLoad } from './long-load.ts'
import type { Machine } from './machine.ts'
import type { MemoryAt } from './memory.ts'
import type { PostgresRates } from './postgres/measure.ts'
import type { StartTime } from './start-times.ts'
import type { Throughput } from './throughput.ts'

/** Everything that one run has measured; what it was not asked for is not there. */
export type Results = {
  readonly machine: Machine
  readonly throughput?: ThroughputResults
  readonly start?: readonly StartTime[]
  readonly competitorStart?: readonly CompetitorStart[]
  readonly memory?: readonly MemoryAt[]
  readonly growth?: Growth
  readonly postgres?: PostgresRates
  readonly longLoad?: LongLoad
  readonly connections?: Connections
}

export type ThroughputResults = {
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  readonly servers: Throughput
}
