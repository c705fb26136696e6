import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/**
 * `npm run bench`: the built mock beside a bare node:http server, on a quiet machine with Linux. It measures how long a
 * start takes, and how many requests of each operation are answered for a second of processor time, and prints each as a
 * share of the bare server's. Exits with 1 if one misses its bound.
 */

const KEY = 'pk_test_bench'
const CARD = 'MAGENTA-PENGUIN-25'
const CONNECTIONS = 32
/** Of each server three processes, since two of one program are not equally fast. */
const [PROCESSES, ROUNDS, ROUND_SECONDS, WARM_UP_SECONDS, STARTS] = [3, 5, 0.5, 2, 9]
const LONGEST_START = 1.5

type Operation = {
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: () => string
  /** The least share of the bare server's requests. */
  readonly bound: number
}

let next = 1_000_000
const orderOf = (partnerReference: string) => JSON.stringify({ partnerReference, sku: CARD })

/** The replay makes the order that is looked up. */
const OPERATIONS: readonly Operation[] = [
  { title: 'ping', method: 'GET', path: '/ping', bound: 0.6 },
  {
    title: 'a new order',
    method: 'POST',
    path: '/orders',
    body: () => orderOf(`BENCH:${next++}`),
    bound: 0.55,
  },
  { title: 'a replay', method: 'POST', path: '/orders', body: () => orderOf('BENCH:known'), bound: 0.55 },
  { title: 'a lookup', method: 'GET', path: '/orders/BENCH:known', bound: 0.6 },
]

const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-bench-'))
const partners = join(folder, 'partners.json')
writeFileSync(
  partners,
  JSON.stringify({ partners: [{ id: 'bench', key: KEY, openingBalance: 1_000_000_000_000 }] }),
)
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const BARE = [file('bare-server.js'), KEY]
const MOCK = [file('../dist/cli/main.js'), 'mock', '--port', '0', '--quiet']

/** The load has a core of its own, where the system can give it one: neither side takes time from the other. */
const isPinned = spawnSync('taskset', ['-acp', '1', String(process.pid)]).status === 0
const ON_ITS_CORE = isPinned ? ['taskset', '-c', '0'] : []

type Server = Awaited<ReturnType<typeof start>>

/** Starts a server, and waits for its first 200 on `/ping`. */
async function start(args: readonly string[]) {
  const began = performance.now()
  const [program = '', ...rest] = [...ON_ITS_CORE, process.execPath, ...args]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const stopped = once(child, 'close')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = line.replace('ready ', '')
  const { status } = await fetch(`${url}/ping`, { headers: { Authorization: `Bearer ${KEY}` } })
  if (status !== 200) throw new Error(`${args.join(' ')} answered ping with ${status}.`)
  return {
    url,
    startMs: performance.now() - began,
    cpuSeconds: () => cpuSecondsOf(child.pid),
    async stop() {
      child.kill()
      await stopped
    },
  }
}

const TICKS_A_SECOND = 100

/** The processor time of a process, by Linux. */
function cpuSecondsOf(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) / TICKS_A_SECOND
}

async function load({ url }: Server, { title, method, path, body }: Operation, seconds: number) {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    method,
    headers: { Authorization: `Bearer ${KEY}`, ...(body && { 'Content-Type': 'application/json' }) },
    requests: [{ path, ...(body && { setupRequest: (request) => ({ ...request, body: body() }) }) }],
  })
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${title}: every request must be answered with 2xx. The run counts for nothing.`)
  return result['2xx']
}

/** Requests for a second of the processor. */
async function rateOf(server: Server, operation: Operation): Promise<number> {
  const before = server.cpuSeconds()
  const answered = await load(server, operation, ROUND_SECONDS)
  return answered / (server.cpuSeconds() - before)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

let isKept = true
function report(title: string, found: number, bound: number, isMost = false): void {
  const kept = isMost ? found <= bound : found >= bound
  isKept &&= kept
  const rule = `${isMost ? 'at most' : 'at least'} ${bound.toFixed(2)}`
  console.log(
    `${kept ? 'kept  ' : 'MISSED'}  ${title.padEnd(12)} ${found.toFixed(2)} of bare node:http, ${rule}`,
  )
}

async function measureThroughput(): Promise<void> {
  const shares = new Map(OPERATIONS.map((operation) => [operation, [] as number[]]))
  for (let count = 0; count < PROCESSES; count += 1) {
    const [bare, mock] = [await start(BARE), await start([...MOCK, '--partners', partners])]
    try {
      for (const [operation, found] of shares) found.push(...(await sharesOf(bare, mock, operation)))
    } finally {
      await Promise.all([bare.stop(), mock.stop()])
    }
  }
  for (const [{ title, bound }, found] of shares) report(title, median(found), bound)
}

/** Round by round, so that a slow moment of the machine slows both. */
async function sharesOf(bare: Server, mock: Server, operation: Operation): Promise<number[]> {
  for (const server of [bare, mock]) await load(server, operation, WARM_UP_SECONDS)
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ofBare, ofMock] = [await rateOf(bare, operation), await rateOf(mock, operation)]
    shares.push(ofMock / ofBare)
  }
  return shares
}

async function measureStarts(): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const bare = await start(BARE)
    await bare.stop()
    const mock = await start(MOCK)
    await mock.stop()
    ratios.push(mock.startMs / bare.startMs)
  }
  report('a start', median(ratios), LONGEST_START, true)
}

try {
  await measureStarts()
  await measureThroughput()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (!isKept) process.exitCode = 1
