// node proxy/testing/cost.fixture.ts [SECONDS]: what the proxy costs, compared with a bare pass-through of node:http in the
// same run, and with http-proxy of npm where HTTP_PROXY_MODULE names it.
// Each server is a process of its own, and they take turns. Printed are medians of all rounds. The processor time of each is
// what a machine with other work shows best.

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
const headers = { authorization: 'Bearer pk_test_load', 'content-type': 'application/json' }

const DATA = {
  ping: '{"data":{"status":"ok","mode":"TEST"}}',
  order: '{"data":{"order":{"order":{"status":"COMPLETED"}}}}',
  balance: '{"data":{"balance":{"amount":"100.00","currency":"USD"}}}',
}

/** As quick as a server can be. */
const target: RequestListener = (request, response) => {
  const body = request.url === '/ping' ? DATA.ping : request.method === 'POST' ? DATA.order : DATA.balance
  const head = { 'content-type': 'application/json', 'content-length': body.length }
  request.resume().on('end', () => response.writeHead(200, head).end(body))
}

function passingOn(baseUrl: string): RequestListener {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true })
  return (request, response) => {
    const { method, url: path, headers } = request
    const onward = httpRequest({ hostname, port, agent, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  }
}

async function ofNpm(baseUrl: string): Promise<RequestListener> {
  const { default: httpProxy } = await import(process.env.HTTP_PROXY_MODULE ?? '')
  const proxy = httpProxy.createProxyServer({ target: baseUrl, agent: new Agent({ keepAlive: true }) })
  return (request, response) => proxy.web(request, response)
}

async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const children: ChildProcess[] = []

type Server = { readonly name: string; readonly url: string; readonly pid: number }

async function started(name: string, args: readonly string[]): Promise<Server> {
  const env = { ...process.env, SERVICE_PARTNER_API_KEY: 'pk_test_costs0000000000000001' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let url: string | undefined
  for (let text = ''; url === undefined; url = /ready (\S+)/.exec(text)?.[1])
    text += (await once(child.stdout, 'data'))[0]
  child.stdout.resume()
  return { name, url, pid: child.pid ?? 0 }
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
  const perSecond = (SLICE * 1000) / (performance.now() - began)
  return { perSecond, processor: ((processorMs(pid) - spent) * 1000) / SLICE }
}

/** The median of a hundred calls, one after another, in milliseconds. */
async function idle({ url }: Server): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < 100; call += 1) {
    const began = performance.now()
    await (await fetch(`${url}/balance`, { headers })).text()
    times.push(performance.now() - began)
  }
  return middle(times)
}

/** Servers take turns, each round from another one on: what else the machine does meets all of them alike. */
async function inTurns<Found>(
  servers: readonly Server[],
  rounds: number,
  measure: (server: Server) => Promise<Found>,
): Promise<readonly (readonly Found[])[]> {
  const found = servers.map((): Found[] => [])
  for (let turn = 0; turn < rounds * servers.length; turn += 1) {
    const place = (turn + Math.floor(turn / servers.length)) % servers.length
    found[place]?.push(await measure(servers[place] as Server))
  }
  return found
}

function middle(list: readonly number[]): number {
  return list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) / 2)] ?? Number.NaN
}

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function compare(seconds: number) {
  const direct = await started('target', [self, 'target'])
  const purchases = ['--quiet', '--max-purchases', '1000000', '--store']
  const kit = [MAIN, 'proxy', '--to', direct.url, '--port', '0', ...purchases]
  const servers = [
    await started(BARE, [self, 'bare', direct.url]),
    ...(process.env.HTTP_PROXY_MODULE ? [await started('http-proxy of npm', [self, 'npm', direct.url])] : []),
    await started('proxy, in memory', [...kit, 'memory']),
    await started('proxy, in a file', [...kit, `sqlite:${FILE}`]),
  ]
  // All of them are warm before the first round.
  await inTurns(servers, 3, (server) => slice(server, READ))
  for (const [kind, request] of [['reads', READ] as const, ['purchases', PURCHASE] as const]) {
    const [bare = [], ...others] = await inTurns(servers, seconds * 4, (server) => slice(server, request))
    for (const [index, slices] of [bare, ...others].entries()) {
      const shares = slices.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? 0))
      const rate = middle(slices.map(({ perSecond }) => perSecond)).toFixed(0)
      const spent = middle(slices.map(({ processor }) => processor)).toFixed(0)
      const name = servers[index]?.name.padEnd(20)
      console.log(
        `${name} ${kind} ${middle(shares).toFixed(2)} of bare, ${rate}/s; processor ${spent} µs each`,
      )
    }
  }
  const [alone = [], ...waits] = await inTurns([direct, ...servers], 20, idle)
  for (const [index, times] of waits.entries()) {
    const added = middle(times.map((ms, round) => ms - (alone[round] ?? 0))).toFixed(2)
    console.log(`${servers[index]?.name.padEnd(20)} adds ${added} ms at the median when idle`)
  }
  // Without a bound, V8 lets its heap grow to what it likes before it looks what is left of it.
  const { url, pid } = await started('proxy', ['--max-old-space-size=128', ...kit, 'memory'])
  for (let step = 1; step <= 4; step += 1) {
    await autocannon({ url, connections: CONNECTIONS, amount: 25_000, headers, requests: [READ] })
    const [, size] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    console.log(
      `${(Number(size) / 1024).toFixed(0)} MB after ${step * 25_000} exchanges, with a heap of 128 MB`,
    )
  }
}

if (mode === 'target') await serve(target)
else if (mode === 'bare') await serve(passingOn(to))
else if (mode === 'npm') await serve(await ofNpm(to))
else
  await compare(Number(mode) || 4).finally(() => {
    for (const child of children) child.kill('SIGKILL')
    for (const part of ['', '-wal', '-shm']) rmSync(FILE + part, { force: true })
  })
