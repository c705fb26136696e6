import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { BARE_TITLE, MOCK_STARTS, type Sample, type ServerSamples, type StartTimes } from './figures.ts'
import { CONNECTIONS, HEADERS, type MeasuredOperation, OPERATIONS, type OperationName } from './operations.ts'
import { type ServerProcess, type StartCommand, startServer } from './server-process.ts'
import { BARE_START, type MeasuredServer, mockCommand } from './servers.ts'

/** In each, every server is started once. */
export const START_ROUNDS = 9

export async function measureStarts(
  folder: string,
  peers: readonly MeasuredServer[] = [],
): Promise<StartTimes[]> {
  const cache = { NODE_COMPILE_CACHE: mkdtempSync(join(folder, 'compiled-')) }
  const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' }
  const starts: { title: string; command: StartCommand; milliseconds: number[] }[] = [
    { title: BARE_TITLE, command: { ...BARE_START, env: uncached } },
    { title: MOCK_STARTS[0], command: { ...mockCommand(), env: uncached } },
    { title: MOCK_STARTS[1], command: { ...mockCommand(), env: cache } },
    ...peers.map(({ title, command }) => ({ title, command: { ...command, env: uncached } })),
  ].map((start) => ({ ...start, milliseconds: [] }))
  // Round 0 is left out: it fills the caches of the machine, and that of the second start.
  for (let round = 0; round <= START_ROUNDS; round += 1) {
    for (const { command, milliseconds } of starts) {
      const server = await startServer(command, folder)
      await server.stop()
      if (round > 0) milliseconds.push(server.startMs)
    }
  }
  return starts.map(({ title, milliseconds }) => ({ title, milliseconds }))
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

async function sampleServer(
  process: ServerProcess,
  operation: MeasuredOperation,
  seconds: number,
): Promise<Sample> {
  const [before, began] = [process.cpuSeconds(), performance.now()]
  const result = await putLoad({ port: process.port, operation, seconds })
  const [after, took] = [process.cpuSeconds(), (performance.now() - began) / 1000]
  return { ...result, coreUsed: before === null || after === null ? null : (after - before) / took }
}

type Load = { readonly port: number; readonly operation: MeasuredOperation; readonly seconds: number }

/**
 * Sends an operation to a server of this machine for some seconds, over connections that are kept alive.
 *
 * @throws {Error} when an answer is no 2xx, or a connection fails. A server that answers nothing has 0 requests a second.
 */
async function putLoad({ port, operation, seconds }: Load): Promise<Omit<Sample, 'coreUsed'>> {
  const { method, path, body } = operation
  const began = performance.now()
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    // The duration is looked at this often, in milliseconds.
    sampleInt: 50,
    method,
    headers: { ...HEADERS, ...(body && { 'Content-Type': 'application/json' }) },
    requests: [{ path, ...(body && { setupRequest: (request) => ({ ...request, body: body() }) }) }],
  })
  const took = (performance.now() - began) / 1000
  const { non2xx, errors, timeouts } = result
  if (non2xx + errors + timeouts > 0)
    throw new Error(
      `${operation.title}: every request must be answered with 2xx; found ${non2xx} other answers, ${errors} errors, ${timeouts} timeouts on port ${port}. The run counts for nothing.`,
    )
  return { requestsPerSecond: result['2xx'] / took, p99Ms: result.latency.p99 }
}
