import { type CompetitorStart, measureCompetitorStart } from './competitor-start.ts'
import { type Connections, measureConnections } from './connections.ts'
import { CONTESTANTS } from './contestants.ts'
import { type Growth, measureStores } from './growth.ts'
import { type LongLoad, measureLongLoad } from './long-load.ts'
import { type MemoryAt, measureMemory } from './memory.ts'
import { OPERATIONS } from './operations.ts'
import { measurePostgres, type PostgresRates } from './postgres/measure.ts'
import type { ThroughputResults } from './results.ts'
import { measureStart, type StartTime } from './start-times.ts'
import { measureThroughput, type Tools } from './throughput.ts'

/** How much of everything a run does. */
export type Extent = {
  readonly rounds: number
  readonly seconds: number
  readonly minutes: number
  readonly withCompetitors: boolean
  /** The largest number of orders. */
  readonly orders: number
}

type Measurements = {
  readonly throughput: ThroughputResults
  readonly start: StartTime[]
  readonly competitorStart: CompetitorStart[]
  readonly memory: MemoryAt[]
  readonly growth: Growth
  readonly postgres: PostgresRates
  readonly connections: Connections
  readonly longLoad: LongLoad
}

/** The sections of the page, and how each is measured. */
export const MEASUREMENTS: {
  readonly [Name in keyof Measurements]: (extent: Extent, tools: Tools) => Promise<Measurements[Name]>
} = {
  /** First, as it starts what was built and not the copy of it. */
  start: async () => measureStart(),
  competitorStart: async ({ rounds, withCompetitors }, tools) =>
    withCompetitors ? measureCompetitorStart(rounds, tools) : [],
  async throughput({ rounds, seconds, withCompetitors }, tools) {
    const contestants = CONTESTANTS.filter((one) => withCompetitors || one.package === null)
    const warmUp = { settleSeconds: 3, warmUpSeconds: 1 }
    const plan = { contestants, operations: OPERATIONS, rounds, seconds, ...warmUp, connections: 32 }
    const servers = await measureThroughput(plan, tools)
    return { connections: plan.connections, seconds, rounds, servers }
  },
  memory: ({ orders }, tools) => measureMemory(sizesUpTo(orders, 100_000), tools),
  growth: ({ orders }, { say }) => measureStores(sizesUpTo(orders, 1000), say),
  postgres: (extent, tools) => measurePostgres(extent, tools),
  connections: ({ rounds }, tools) => measureConnections(rounds, operation('replay'), tools),
  longLoad: ({ minutes }, tools) => measureLongLoad(minutes, operation('replay'), tools),
}

export type MeasurementName = keyof Measurements

/** Those that others are installed for. */
export const WITH_COMPETITORS: readonly MeasurementName[] = ['competitorStart', 'throughput']

/** The names of the sections, in their order. */
export const MEASUREMENT_NAMES = Object.keys(MEASUREMENTS) as MeasurementName[]

function operation(name: (typeof OPERATIONS)[number]['name']) {
  // Each name stands in the table: its type is made of them.
  return OPERATIONS.find((one) => one.name === name) as (typeof OPERATIONS)[number]
}

function sizesUpTo(largest: number, smallest: number): number[] {
  const sizes = []
  for (let size = smallest; size <= largest; size *= 10) sizes.push(size)
  return sizes
}
