// node proxy/testing/cost.fixture.ts [SECONDS]: what the proxy costs, compared with a bare pass-through of node:http in the
// same run, with one that commits the records of a purchase, too, and with http-proxy of npm where HTTP_PROXY_MODULE names it.
// Each server is a process of its own. The processor time of each is what a machine with other work shows best.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { ProxyStore } from '../store.ts'

const [, self = '', mode = '', to = '', file = ''] = process.argv
const fileFor = (name: string) => `/tmp/cost-${process.pid}-${name}.db`
const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
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

/** A pass-through that does nothing but pass on. */
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

/** The same, and before a purchase is passed on, its record is committed; its answer, when it is known. The floor of a purchase. */
function recording(baseUrl: string, file: string): RequestListener {
  const store = new ProxyStore(file === '' ? null : file, 'cost', Date.now())
  const passOn = passingOn(baseUrl)
  let seq = 0
  return async (request, response) => {
    if (request.method === 'POST') {
      const reference = `COST:${seq}`
      const call = { seq, key: 'key', operation: 'createOrder', reference, sku: 'A', arrivedMs: seq } as const
      seq += 1
      await store.admit({ ...call, scripted: () => undefined, maxPurchases: 1e9 })
      response.on('finish', () => store.confirm(reference, true))
    }
    passOn(request, response)
  }
}

async function ofNpm(baseUrl: string) {
  const { default: httpProxy } = await import(process.env.HTTP_PROXY_MODULE ?? '')
  const proxy = httpProxy.createProxyServer({ target: baseUrl, agent: new Agent({ keepAlive: true }) })
  await listening(createServer((request, response) => proxy.web(request, response)))
}

const children: ChildProcess[] = []

async function started(
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<{ url: string; pid: number }> {
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { ...process.env, SERVICE_PARTNER_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /ready (\S+)/.exec(text)?.[1]
    if (url !== undefined) {
      child.stdout.resume()
      return { url, pid: child.pid ?? 0 }
    }
  }
  throw new Error(`It did not start: ${args.join(' ')}`)
}

type Load = { readonly connections: number; readonly seconds: number; readonly isPurchase?: boolean }
let bought = 0

async function load(url: string, { connections, seconds, isPurchase = false }: Load) {
  const result = await autocannon({
    ...{ url, connections, duration: seconds, headers },
    requests: [
      isPurchase
        ? {
            ...{ method: 'POST', path: '/orders' },
            setupRequest: (request) => ({
              ...request,
              body: JSON.stringify({ partnerReference: `COST:${bought++}`, sku: 'A' }),
            }),
          }
        : { method: 'GET', path: '/balance' },
    ],
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  return { perSecond: result.requests.average, of: result['2xx'] }
}

/** The median of so many calls, one after another, in milliseconds: autocannon counts whole ones. */
async function idleMedian(url: string, calls: number): Promise<number> {
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
  return times.sort((one, other) => one - other)[calls >> 1] ?? Number.NaN
}

/** The processor time that a process has taken so far, in milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function compare(seconds: number) {
  const { url: base } = await started([self, 'target'])
  const args = [
    MAIN,
    'proxy',
    '--to',
    base,
    '--port',
    '0',
    '--quiet',
    '--max-purchases',
    '1000000',
    '--store',
  ]
  const kit = (store: string, flags: readonly string[] = []) => started([...args, store], flags)
  const servers = [
    ['bare pass-through', await started([self, 'bare', base])],
    ...(process.env.HTTP_PROXY_MODULE === undefined
      ? []
      : [['http-proxy of npm', await started([self, 'npm', base])] as const]),
    ['records, in memory', await started([self, 'recording', base, ''])],
    ['records, in a file', await started([self, 'recording', base, fileFor('records')])],
    ['proxy, in memory', await kit('memory')],
    ['proxy, in a file', await kit(`sqlite:${fileFor('proxy')}`)],
  ] as const
  const rounds = 2
  const sums = new Map<string, { reads: number[]; buys: number[]; spent: [number, number] }>()
  for (const [, { url }] of servers) await load(url, { connections: 32, seconds: 1 })
  for (let round = 0; round < rounds; round += 1)
    for (const [name, { url, pid }] of servers) {
      const began = processorMs(pid)
      const reads = await load(url, { connections: 32, seconds })
      const between = processorMs(pid)
      const buys = await load(url, { connections: 32, seconds, isPurchase: true })
      const ended = processorMs(pid)
      const sum = sums.get(name) ?? { reads: [], buys: [], spent: [Infinity, Infinity] }
      sums.set(name, {
        reads: [...sum.reads, reads.perSecond],
        buys: [...sum.buys, buys.perSecond],
        spent: [
          Math.min(sum.spent[0], (between - began) / reads.of),
          Math.min(sum.spent[1], (ended - between) / buys.of),
        ],
      })
    }
  const best = (list: readonly number[] = []) => Math.max(...list)
  const [reads, buys] = [
    best(sums.get('bare pass-through')?.reads),
    best(sums.get('bare pass-through')?.buys),
  ]
  const least = sums.get('bare pass-through')?.spent ?? [1, 1]
  for (const [name, { spent }] of sums)
    console.log(
      `${name.padEnd(20)} processor: ${spent.map((ms, index) => `${(ms * 1000).toFixed(0)} µs (${((least[index] ?? 1) / ms).toFixed(2)})`).join(' a read, ')} a purchase`,
    )
  for (const [name, sum] of sums)
    console.log(
      `${name.padEnd(20)} reads ${best(sum.reads).toFixed(0)}/s (${(best(sum.reads) / reads).toFixed(2)})  purchases ${best(sum.buys).toFixed(0)}/s (${(best(sum.buys) / buys).toFixed(2)})`,
    )
  const direct = await idleMedian(base, 500)
  for (const [name, { url }] of servers) {
    await idleMedian(url, 200)
    console.log(
      `${name.padEnd(20)} adds ${((await idleMedian(url, 1_000)) - direct).toFixed(2)} ms at the median when idle`,
    )
  }
  // Without a bound, V8 lets its heap grow to what it likes before it looks what is left of it.
  const { url, pid } = await kit('memory', ['--max-old-space-size=128'])
  const sizes: string[] = []
  for (let step = 0; step < 4; step += 1) {
    await autocannon({
      url,
      connections: 32,
      amount: 25_000,
      headers,
      requests: [{ method: 'GET', path: '/balance' }],
    })
    sizes.push((await memoryOf(pid)).toFixed(0))
  }
  console.log(`memory after each of 4 × 25000 exchanges, with a heap of 128 MB: ${sizes.join(', ')} MB`)
}

if (mode === 'target') await target()
else if (mode === 'bare') await listening(createServer(passingOn(to)))
else if (mode === 'recording') await listening(createServer(recording(to, file)))
else if (mode === 'npm') await ofNpm(to)
else
  await compare(Number(mode) || 4).finally(() => {
    for (const child of children) child.kill('SIGKILL')
    for (const name of ['records', 'proxy'])
      for (const part of ['', '-wal', '-shm']) rmSync(fileFor(name) + part, { force: true })
  })
