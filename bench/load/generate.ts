import { createHistogram } from 'node:perf_hooks'
import { type Connection, openMany } from './connection.ts'
import { FIRST_NUMBER, type LoadPlan, type LoadResult, requestParts } from './plan.ts'

/** The numbers of this process, so that no request of any plan is another one's replay. */
let nextNumber = FIRST_NUMBER

/**
 * Puts load on a server of this machine: every connection asks again as soon as it is answered, or at its pace.
 * Latency is from the moment that a request is handed to the socket to the end of its answer.
 */
export async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const { connections, refused } = await openMany(plan.port, plan.connections)
  const meter = new Meter(plan, refused)
  await Promise.all(connections.map((connection, index) => keepAsking(connection, index, { plan, meter })))
  return meter.result()
}

type Load = { readonly plan: LoadPlan; readonly meter: Meter }

/** Resolves when the measurement is over, or the connection gone. */
function keepAsking(connection: Connection, index: number, { plan, meter }: Load): Promise<void> {
  const [before = '', after] = requestParts(plan)
  const { everyMs } = plan
  let sentAt = 0
  let timer: NodeJS.Timeout | undefined
  const ask = () => {
    sentAt = performance.now()
    if (after === undefined) return connection.send(before)
    connection.send(before + nextNumber + after)
    nextNumber += 1
  }
  return new Promise((resolve) => {
    connection.gone = () => {
      if (!meter.isOver()) meter.failures += 1
      clearTimeout(timer)
      resolve()
    }
    connection.heard = ({ status }) => {
      const now = performance.now()
      meter.count(status, now, now - sentAt)
      if (meter.isOver()) connection.end()
      else if (everyMs === undefined) ask()
      else timer = setTimeout(ask, Math.max(0, sentAt + everyMs - now))
    }
    // Connections that have a pace are spread over it.
    if (everyMs === undefined) ask()
    else timer = setTimeout(ask, (index / plan.connections) * everyMs)
  })
}

/** Counts what is answered between the end of the warm-up and the end of the plan. */
class Meter {
  readonly #plan: LoadPlan
  readonly #microseconds = createHistogram()
  readonly #statuses: Record<string, number> = {}
  #beginsAt: number
  #endedAt = Number.POSITIVE_INFINITY
  #cpu: NodeJS.CpuUsage | undefined
  #busy = 0
  #requests = 0
  failures: number

  constructor(plan: LoadPlan, refused: number) {
    this.#plan = plan
    this.#beginsAt = performance.now() + plan.warmUpSeconds * 1000
    this.failures = refused
  }

  isOver(): boolean {
    return Number.isFinite(this.#endedAt)
  }

  count(status: number, now: number, latencyMs: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    if (now < this.#beginsAt || this.isOver()) return
    if (this.#cpu === undefined) {
      this.#cpu = process.cpuUsage()
      this.#beginsAt = now
    }
    this.#requests += 1
    this.#microseconds.record(Math.max(1, Math.round(latencyMs * 1000)))
    if (this.#isEnough(now)) this.#end(now)
  }

  #isEnough(now: number): boolean {
    const { until } = this.#plan
    return 'requests' in until
      ? this.#requests >= until.requests
      : now - this.#beginsAt >= until.seconds * 1000
  }

  #end(now: number): void {
    this.#endedAt = now
    const { user, system } = process.cpuUsage(this.#cpu)
    this.#busy = (user + system) / 1000 / (now - this.#beginsAt)
  }

  result(): LoadResult {
    const percentile = (share: number) => this.#microseconds.percentile(share) / 1000
    return {
      requests: this.#requests,
      seconds: (this.#endedAt - this.#beginsAt) / 1000,
      p50Ms: percentile(50),
      p99Ms: percentile(99),
      maxMs: this.#microseconds.max / 1000,
      statuses: this.#statuses,
      failures: this.failures,
      busy: this.#busy,
    }
  }
}
