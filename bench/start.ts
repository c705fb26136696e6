import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** From the start of a process to its first 200 on `/ping`: the built mock beside bare servers of node:http and Hono. */

const ROUNDS = 9
const CACHE = mkdtempSync(join(tmpdir(), 'partner-purchase-start-'))
const BARE_HTTP = [fileURLToPath(new URL('bare-http.js', import.meta.url))]
const BARE_HONO = [fileURLToPath(new URL('bare-hono.js', import.meta.url))]
const MOCK = [
  fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)),
  'mock',
  '--port',
  '0',
  '--quiet',
]

const UNCACHED = { NODE_DISABLE_COMPILE_CACHE: '1' }

/** The first is what the others are held against. */
const CONTESTANTS = [
  { name: 'bare node:http', args: BARE_HTTP, env: UNCACHED },
  { name: 'bare Hono server', args: BARE_HONO, env: UNCACHED },
  { name: 'mock, first start', args: MOCK, env: UNCACHED },
  { name: 'mock, second start', args: MOCK, env: { NODE_COMPILE_CACHE: CACHE } },
] as const

type Contestant = (typeof CONTESTANTS)[number]

async function millisecondsToFirstAnswer({ name, args, env }: Contestant): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const status = await statusOf(`${line.replace('ready ', '')}/ping`)
  const took = performance.now() - began
  child.kill('SIGTERM')
  await closed
  if (status !== 200) throw new Error(`${name} answered ${status}.`)
  return took
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer pk_test_bench', Connection: 'close' }
    get(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const times = new Map<Contestant, number[]>(CONTESTANTS.map((contestant) => [contestant, []]))
// Round 0 is left out: it fills the caches of the machine, and of the second start. The rounds take turns, so that
// whatever else the machine does befalls all of them.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [contestant, own] of times) {
    const took = await millisecondsToFirstAnswer(contestant)
    if (round > 0) own.push(took)
  }
}
rmSync(CACHE, { recursive: true, force: true })

const bare = median(times.get(CONTESTANTS[0]) ?? [])
console.log(`From start to the first 200 on /ping, median of ${ROUNDS}, Node ${process.versions.node}:`)
for (const [{ name }, own] of times) {
  const milliseconds = median(own)
  console.log(
    `  ${name.padEnd(20)}${milliseconds.toFixed(1).padStart(7)} ms  ${(milliseconds / bare).toFixed(2)} ×`,
  )
}
