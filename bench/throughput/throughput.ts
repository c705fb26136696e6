import { type MeasuredOperation, OPERATIONS, type OperationName } from '../operations.ts'
import type { Sample } from '../ratios.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'
import type { MeasuredServer, ServerDescription } from '../servers/servers.ts'
import { putLoad } from './load.ts'

/** What was measured of one server. */
export type ServerSamples = ServerDescription & {
  readonly samples: Partial<Readonly<Record<OperationName, readonly Sample[]>>>
}

export type ThroughputPlan = {
  /** How often all servers are started again: two processes of one program are not equally fast. */
  readonly restarts: number
  /** For each operation, how often the servers take turns. */
  readonly rounds: number
  readonly seconds: number
  /** Load before an operation is measured: after less than about 1.5 s, a new process still gets faster. */
  readonly warmUpSeconds: number
}

type Measured = {
  readonly server: MeasuredServer
  readonly samples: Partial<Record<OperationName, Sample[]>>
}
type Running = Measured & { readonly process: ServerProcess }

/** Requests per second of all servers side by side: for each operation they take turns, in short rounds. */
export async function measureThroughput(
  servers: readonly MeasuredServer[],
  plan: ThroughputPlan,
  { folder, say }: { readonly folder: string; say(line: string): void },
): Promise<ServerSamples[]> {
  const measured: Measured[] = servers.map((server) => ({ server, samples: {} }))
  for (let restart = 1; restart <= plan.restarts; restart += 1) {
    say(`throughput: start ${restart} of ${plan.restarts}`)
    const running: Running[] = []
    try {
      for (const one of measured)
        running.push({ ...one, process: await startServer(one.server.command, folder) })
      for (const operation of OPERATIONS) await takeTurns(running, operation, plan)
    } finally {
      for (const { process } of running) await process.stop()
    }
  }
  return measured.map(({ server: { command: _, ...description }, samples }) => ({ ...description, samples }))
}

async function takeTurns(all: readonly Running[], operation: MeasuredOperation, plan: ThroughputPlan) {
  const running = all.filter(({ server }) => server.operations.includes(operation.name))
  for (const { process } of running)
    await putLoad({ port: process.port, operation, seconds: plan.warmUpSeconds })
  for (let round = 0; round < plan.rounds; round += 1) {
    // Each round begins with another server, so that none always follows the same one.
    const first = round % running.length
    for (const { process, samples } of [...running.slice(first), ...running.slice(0, first)]) {
      samples[operation.name] ??= []
      samples[operation.name]?.push(await sampleServer(process, operation, plan.seconds))
    }
  }
}

/** One operation of a server, for some seconds. */
export async function sampleServer(
  process: ServerProcess,
  operation: MeasuredOperation,
  seconds: number,
): Promise<Sample> {
  const [before, began] = [process.cpuSeconds(), performance.now()]
  const result = await putLoad({ port: process.port, operation, seconds })
  const [after, took] = [process.cpuSeconds(), (performance.now() - began) / 1000]
  return { ...result, coreUsed: before === null || after === null ? null : (after - before) / took }
}
