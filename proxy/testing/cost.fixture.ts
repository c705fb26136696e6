// node proxy/testing/cost.fixture.ts [SECONDS]: what the proxy costs, compared with a bare pass-through of node:http in the
// same run, and with http-proxy of npm where HTTP_PROXY_MODULE names it.
// Each server is a process of its own, and they take turns. Printed is the median share of all rounds, and where the middle
// half of them is. The processor time of each is what a machine with other work shows best.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const [, self = '', mode = '', to = ''] = process.argv
const FILE = `/tmp/cost-${process.pid}.db`
const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const BARE = 'bare pass-through'
const KEY = 'pk_test_costs0000000000000001'
const headers = { authorization: 'Bearer pk_test_load', 'content-type': 'application/json' }

async function listening(server: ReturnType<typeof createServer>): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** The target: as quick as a server can be. */
function target() {
  return listening(
    createServer((request, response) => {
      request.resume()
      const data =
        request.url === '/ping'
          ? { status: 'ok', mode: 'TEST' }
          : request.method === 'POST'
            ? { order: { order: { status: 'COMPLETED' } } }
            : { balance: { amount: '100.00', currency: 'USD' } }
      const body = JSON.stringify({ data })
      request.on('end', () =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
          .end(body),
      )
    }),
  )
}

function passingOn(baseUrl: string): RequestListener {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true })
  return (request, response) => {
    const onward = httpRequest(
      { hostname, port, agent, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(onward)
  }
}

async function ofNpm(baseUrl: string) {
  const { default: httpProxy } = await import(process.env.HTTP_PROXY_MODULE ?? '')
  const proxy = httpProxy.createProxyServer({ target: baseUrl, agent: new Agent({ keepAlive: true }) })
  await listening(createServer((request, response) => proxy.web(request, response)))
}

const children: ChildProcess[] = []

type Server = { readonly name: string; readonly url: string; readonly pid: number }

async function started(
  name: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Server> {
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { ...process.env, SERVICE_PARTNER_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /ready (\S+)/.exec(text)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { name, url, pid: child.pid ?? 0 }
  }
  throw new Error(`It did not start: ${args.join(' ')}`)
}

/** So many requests are one slice: some tenths of a second. */
const SLICE = 2_000
const CONNECTIONS = 32
const READ = { method: 'GET', path: '/balance' } as const
let bought = 0
const PURCHASE = {
  method: 'POST',
  path: '/orders',
  setupRequest: (request: object) => ({
    ...request,
    body: JSON.stringify({ partnerReference: `COST:${bought++}`, sku: 'A' }),
  }),
} as const

/** How many requests of a slice were answered a second, and the processor time of each in microseconds. */
async function slice({ url, pid }: Server, request: typeof READ | typeof PURCHASE) {
  const [began, spent] = [performance.now(), processorMs(pid)]
  const result = await autocannon({
    ...{ url, connections: CONNECTIONS, amount: SLICE, headers, requests: [request] },
    // How often it looks whether all are answered, in milliseconds.
    sampleInt: 5,
  })
  if (result['2xx'] !== SLICE)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  const seconds = (performance.now() - began) / 1000
  return { perSecond: SLICE / seconds, processor: ((processorMs(pid) - spent) * 1000) / SLICE }
}

/** The median of so many calls, one after another, in milliseconds. */
async function idle({ url }: Pick<Server, 'url'>, calls: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      httpRequest(`${url}/balance`, { agent, headers }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    times.push(performance.now() - began)
  }
  agent.destroy()
  return middle(times)
}

/** Servers take turns, each round from another one on: what else the machine does meets all of them alike. */
async function inTurns<Found>(
  servers: readonly Server[],
  rounds: number,
  measure: (server: Server) => Promise<Found>,
): Promise<ReadonlyMap<string, readonly Found[]>> {
  const found = new Map<string, Found[]>(servers.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const first = round % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)])
      found.get(server.name)?.push(await measure(server))
  }
  return found
}

function middle(list: readonly number[], share = 0.5): number {
  const sorted = list.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

/** The median of some figures, and between what the middle half of them is. */
function spread(list: readonly number[], digits = 2): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => middle(list, share).toFixed(digits))
  return `${median} (${low} to ${high})`
}

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function compare(seconds: number) {
  const direct = await started('target', [self, 'target'])
  const { url: base } = direct
  const args = ['--to', base, '--port', '0', '--quiet', '--max-purchases', '1000000', '--store']
  const kit = (name: string, store: string, flags: readonly string[] = []) =>
    started(name, [MAIN, 'proxy', ...args, store], flags)
  const isBeside = process.env.HTTP_PROXY_MODULE !== undefined
  const servers = [
    await started(BARE, [self, 'bare', base]),
    ...(isBeside ? [await started('http-proxy of npm', [self, 'npm', base])] : []),
    await kit('proxy, in memory', 'memory'),
    await kit('proxy, in a file', `sqlite:${FILE}`),
  ]
  // All of them are warm before the first round.
  await inTurns(servers, 3, (server) => slice(server, READ))
  for (const [kind, request] of [['reads', READ] as const, ['purchases', PURCHASE] as const]) {
    const found = await inTurns(servers, seconds * 4, (server) => slice(server, request))
    const bare = found.get(BARE) ?? []
    const least = mean(bare.map(({ processor }) => processor))
    for (const [name, slices] of found) {
      const shares = slices.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? 0))
      const rate = middle(slices.map(({ perSecond }) => perSecond))
      const spent = mean(slices.map(({ processor }) => processor))
      console.log(
        `${name.padEnd(20)} ${kind} ${spread(shares)} of bare, ${rate.toFixed(0)}/s; processor ${spent.toFixed(0)} µs each, ${(least / spent).toFixed(2)} of bare`,
      )
    }
  }
  const waits = await inTurns([direct, ...servers], 20, (server) => idle(server, 100))
  for (const { name } of servers) {
    const added = waits.get(name)?.map((ms, round) => ms - (waits.get(direct.name)?.[round] ?? 0)) ?? []
    console.log(`${name.padEnd(20)} adds ${spread(added)} ms at the median when idle`)
  }
  // Without a bound, V8 lets its heap grow to what it likes before it looks what is left of it.
  const { url, pid } = await kit('proxy', 'memory', ['--max-old-space-size=128'])
  const sizes: string[] = []
  for (let step = 0; step < 4; step += 1) {
    await autocannon({ url, connections: CONNECTIONS, amount: 25_000, headers, requests: [READ] })
    sizes.push((await memoryOf(pid)).toFixed(0))
  }
  console.log(`memory after each of 4 × 25000 exchanges, with a heap of 128 MB: ${sizes.join(', ')} MB`)
}

if (mode === 'target') await target()
else if (mode === 'bare') await listening(createServer(passingOn(to)))
else if (mode === 'npm') await ofNpm(to)
else
  await compare(Number(mode) || 4).finally(() => {
    for (const child of children) child.kill('SIGKILL')
    for (const part of ['', '-wal', '-shm']) rmSync(FILE + part, { force: true })
  })
