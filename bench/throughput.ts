import type { Contestant } from './contestants.ts'
import { assertServed, type LoadPlan } from './load/plan.ts'
import type { LoadProcess } from './load-process.ts'
import { headersOf, type MeasuredOperation, type OperationName } from './operations.ts'
import { takeTurns } from './rounds.ts'
import type { Scratch } from './scratch.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** One operation of one server in one round. */
export type Sample = {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How busy its process was: a share of one core; null where the system doesn't tell. */
  readonly serverBusy: number | null
  readonly loadBusy: number
}

/** The samples of one server, by round; an operation that it lacks has none. */
export type Round = Partial<Record<OperationName, Sample>>
export type Throughput = readonly { readonly name: Contestant['name']; readonly rounds: readonly Round[] }[]

export type ThroughputPlan = {
  readonly contestants: readonly Contestant[]
  readonly operations: readonly MeasuredOperation[]
  readonly rounds: number
  readonly connections: number
  /** Once for each server in each round, before anything is measured. */
  readonly settleSeconds: number
  /** For each operation of each server in each round. */
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What a measurement is made with. */
export type Tools = { readonly scratch: Scratch; readonly load: LoadProcess; say(line: string): void }

/** Requests per second and latency of every server: each round starts every server anew. */
export async function measureThroughput(plan: ThroughputPlan, tools: Tools): Promise<Throughput> {
  const samples = await takeTurns(plan.contestants, plan.rounds, async (contestant, round) => {
    tools.say(`round ${round + 1} of ${plan.rounds}: ${contestant.title}`)
    return oneRound(contestant, plan, tools)
  })
  return Array.from(samples, ([{ name }, rounds]) => ({ name, rounds }))
}

async function oneRound(contestant: Contestant, plan: ThroughputPlan, tools: Tools): Promise<Round> {
  tools.scratch.restore()
  const server = await startServer(contestant, tools.scratch)
  try {
    const round: Round = {}
    await settle(server, plan, tools.load)
    for (const operation of plan.operations) {
      if (!isMeasuredBy(contestant, operation)) continue
      round[operation.name] = await sampleOf(server, operation, { contestant, plan, load: tools.load })
    }
    return round
  } finally {
    await server.stop()
  }
}

function isMeasuredBy({ lacks, measuredBy }: Contestant, { name }: MeasuredOperation): boolean {
  return lacks[name] === undefined && (measuredBy?.includes(name) ?? true)
}

/** What the compiler has not seen often yet, and a heap that still grows, would be held against the first operation. */
async function settle(
  server: ServerProcess,
  { operations, connections, settleSeconds }: ThroughputPlan,
  load: LoadProcess,
): Promise<void> {
  const [first] = operations
  if (first === undefined || settleSeconds === 0) return
  const { request } = first
  const plan = { port: server.port, request, headers: headersOf(request), connections, warmUpSeconds: 0 }
  await load.put({ ...plan, until: { seconds: settleSeconds } })
}

type Measuring = {
  readonly contestant: Contestant
  readonly plan: ThroughputPlan
  readonly load: LoadProcess
}

async function sampleOf(
  server: ServerProcess,
  { title, request }: MeasuredOperation,
  { contestant, plan, load }: Measuring,
): Promise<Sample> {
  const { connections, warmUpSeconds, seconds } = plan
  const common = { port: server.port, request, headers: headersOf(request), connections }
  const put = async (part: Pick<LoadPlan, 'warmUpSeconds' | 'until'>) =>
    assertServed(await load.put({ ...common, ...part }), `${contestant.title}, ${title}`)
  await put({ warmUpSeconds: 0, until: { seconds: warmUpSeconds } })
  const [before, began] = [server.usage(), performance.now()]
  const { requests, seconds: took, p50Ms, p99Ms, busy } = await put({ warmUpSeconds: 0, until: { seconds } })
  const [after, ended] = [server.usage(), performance.now()]
  const cpuSeconds = after && before ? after.cpuSeconds - before.cpuSeconds : Number.NaN
  const serverBusy = Number.isNaN(cpuSeconds) ? null : cpuSeconds / ((ended - began) / 1000)
  return { requestsPerSecond: requests / took, p50Ms, p99Ms, serverBusy, loadBusy: busy }
}
