import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const EXECUTABLE = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))

/** A mock in its own process, and calls of its partners. */
export type MockProcess = {
  readonly url: string
  /** @returns the status of the answer; `undefined` if none arrived. */
  buy(key: string, partnerReference: string, sku: string): Promise<number | undefined>
  knows(key: string, partnerReference: string): Promise<boolean>
  /** In minor units. */
  balance(key: string): Promise<number>
  /** The time of a key, in milliseconds since the epoch; `undefined` if it was not returned. */
  time(key: string): Promise<number | undefined>
  /** Ends the process at once, as `kill -9` does. */
  kill(): Promise<void>
  /** Asks the process to end, and returns its exit code. */
  stop(): Promise<number>
}

/** Writes a file of partners that can buy as much as this. */
export function writePartners(folder: string, keys: readonly string[], openingBalance: number): string {
  const file = join(folder, 'partners.json')
  const partners = keys.map((key, index) => ({ id: `buyer-${index}`, key, openingBalance }))
  writeFileSync(file, JSON.stringify({ unknownKeys: 'reject', partners }))
  return file
}

/**
 * Starts `partner-purchase mock` over a store, once it says that it is ready.
 *
 * @param aheadMs how far the clock of its machine is ahead; behind, where it is negative.
 */
export async function startMockOn(store: string, partners: string, aheadMs = 0): Promise<MockProcess> {
  const args = [EXECUTABLE, 'mock', '--port', '0', '--quiet', '--store', store, '--partners', partners]
  const clock = ['--import', `data:text/javascript,${encodeURIComponent(clockAhead(aheadMs))}`]
  const child = spawn(process.execPath, [...clock, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-1_000)
  })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown]
  const url = /^ready (\S+)/.exec(String(line))?.[1]
  if (url === undefined) throw new Error(`The mock did not start: ${complaints || line}`)
  return { url, ...callsOf(url), ...endingsOf(child, ended) }
}

/** What a process reads of the clock of its machine, when it starts: from then on its own clock goes. */
function clockAhead(aheadMs: number): string {
  return `Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${aheadMs} })`
}

function endingsOf(child: ChildProcess, ended: Promise<unknown[]>) {
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return Number(code)
    },
  }
}

function callsOf(url: string) {
  const agent = new Agent({ keepAlive: true })
  const call = async (key: string, path: string, body?: unknown) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request(`${url}${path}`, { agent, method, headers }).end(body && JSON.stringify(body))
    const [answer] = await once(asked, 'response')
    return { status: Number(answer.statusCode), text: Buffer.concat(await answer.toArray()).toString() }
  }
  return {
    async buy(key: string, partnerReference: string, sku: string) {
      try {
        return (await call(key, '/orders', { partnerReference, sku })).status
      } catch {
        return undefined
      }
    },
    async time(key: string) {
      try {
        const { status, text } = await call(key, '/__mock/clock', { key, advanceSeconds: 0 })
        return status === 200 ? Date.parse((JSON.parse(text) as { now: string }).now) : undefined
      } catch {
        return undefined
      }
    },
    knows: async (key: string, reference: string) =>
      (await call(key, `/orders/${encodeURIComponent(reference)}`)).status === 200,
    async balance(key: string) {
      const { data } = JSON.parse((await call(key, '/balance')).text) as {
        data: { balance: { amount: string } }
      }
      return Math.round(Number(data.balance.amount) * 100)
    },
  }
}
