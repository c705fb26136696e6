import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { isInstalled } from '../../../contract/testing/installed.fixture.ts'
import { isFull } from '../../../contract/testing/sample.fixture.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { STORIES, type Told } from '../../../testing/model/stories.fixture.ts'
import { serve } from '../../serve.ts'
import { newKey } from './sandbox.fixture.ts'

/** What a client saw of one call: a status and a body, or that it got no answer, and why. */
type Seen = { readonly status: number; readonly body: string } | { readonly failed: string }

/** A foreign HTTP client: it sends one request and returns what it saw of the answer. */
type ForeignClient = (call: {
  readonly method: string
  readonly url: string
  readonly key: string
  readonly body?: string
  readonly timeoutMs: number
}) => Promise<Seen>

const run = promisify(execFile)

/** The fetch of the platform (undici). */
const platformFetch: ForeignClient = async ({ method, url, key, body, timeoutMs }) => {
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return { failed: reasonOf(error as FetchError) }
  }
}

type FetchError = Error & { readonly cause?: { readonly code?: string } }

function reasonOf({ name, cause }: FetchError): string {
  if (name === 'TimeoutError') return 'timeout'
  return cause?.code === 'ECONNRESET' ? 'reset' : 'closed'
}

/** Exit codes of curl, from its manual. */
const CURL_FAILURES: Record<number, string> = { 18: 'closed', 28: 'timeout', 52: 'closed', 56: 'reset' }

/** curl, as a process of its own. The key is in a file that it reads, not among its arguments. */
const curl: ForeignClient = async ({ method, url, key, body, timeoutMs }) => {
  const config = [
    `url = "${url}"`,
    `request = "${method}"`,
    `header = "Authorization: Bearer ${key}"`,
    'header = "Content-Type: application/json"',
    `max-time = ${timeoutMs / 1000}`,
    'silent',
    'write-out = "\\n%{http_code}"',
    ...(body === undefined ? [] : [`data = "${body.replaceAll('"', '\\"')}"`]),
  ]
  const child = run('curl', ['--config', '-'])
  child.child.stdin?.end(config.join('\n'))
  try {
    const { stdout } = await child
    const at = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) }
  } catch (error) {
    return { failed: CURL_FAILURES[(error as { code: number }).code] ?? 'otherwise' }
  }
}

/** The timeout of clients: only a delayed answer reaches it. */
const TIMEOUT_MS = 30_000
const IMPATIENT: readonly string[] = ['SCENARIO-STALLED']
const IMPATIENT_MS = 1_500

/** The time limit for a request to arrive: only a hanging one reaches it. */
const SOON = { timeout: TIMEOUT_MS, interval: 5 }

const mock = await serve()
afterAll(() => mock.close())

/** What clients see in different ways: something is done to the connection. */
const CONNECTION = SCENARIOS.filter(({ faults }) => faults.some(({ does }) => does.kind !== 'refuse'))

/** One of each kind. */
const KINDS = [
  ...new Map(CONNECTION.flatMap((one) => one.faults.map(({ does }) => [does.kind, one] as const))).values(),
]

// The other stories are compared with the model in-process.
const CLIENTS: readonly (readonly [string, ForeignClient | undefined, typeof SCENARIOS])[] = [
  ['fetch', platformFetch, isFull ? SCENARIOS : CONNECTION],
  // A client in another language sees the same, where the machine has one.
  ['curl', isInstalled('curl') ? curl : undefined, isFull ? SCENARIOS : KINDS],
]

describe.concurrent.each(CLIENTS)('seen through %s', (_, client, scenarios) => {
  test.skipIf(!client).each(scenarios)(
    '$sku: $story',
    { timeout: 120_000 },
    async ({ sku, price, faults }) => {
      if (client === undefined) return
      const key = newKey()
      // Frozen, since a busy machine would otherwise advance an order further than the story.
      await mock.clockOf(key).freeze()
      const { told, paid } = STORIES.find((story) => story.sku === sku) ?? { told: [], paid: Number.NaN }
      const seen: Told[] = []
      for (const one of told) seen.push(await make(client, key, { sku, faults }, one))
      expect(seen).toEqual(told)
      expect(await spent(key)).toBe(paid * price)
    },
  )
})

type Scripted = Pick<Scenario, 'sku' | 'faults'>

async function make(client: ForeignClient, key: string, { sku, faults }: Scripted, one: Told): Promise<Told> {
  const { call, advanceSeconds } = one
  if (advanceSeconds !== undefined) {
    await mock.clockOf(key).advance(advanceSeconds)
    return one
  }
  const reference = call === 'buy another' ? 'SHOP:2' : 'SHOP:1'
  const before = mock.journal({ partner: mock.partnerOf(key) }).length
  const answering = client({
    key,
    timeoutMs: IMPATIENT.includes(sku) && call !== 'look up' ? IMPATIENT_MS : TIMEOUT_MS,
    ...(call === 'look up'
      ? { method: 'GET', url: `${mock.url}/orders/${encodeURIComponent(reference)}` }
      : {
          method: 'POST',
          url: `${mock.url}/orders`,
          body: JSON.stringify({ partnerReference: reference, sku }),
        }),
  })
  if (!IMPATIENT.includes(sku)) await letGo(key, faults, before)
  const seen = inWords(await answering, call === 'look up')
  return { ...one, seen, ...(await recordedOf(key, before)) }
}

/** If the answer to a call is delayed, advances the time of its key until it leaves. */
async function letGo(key: string, faults: Scripted['faults'], before: number): Promise<void> {
  const met = await vi.waitFor(() => {
    const [exchange] = mock.journal({ partner: mock.partnerOf(key) }).slice(before)
    if (exchange?.fault == null && exchange?.response == null) throw new Error('It is not decided yet.')
    return exchange.fault
  }, SOON)
  const does = faults.find(({ does }) => does.kind === met?.does)?.does
  if (does === undefined || !('seconds' in does)) return
  // What was decided in this turn is carried out in it.
  await new Promise(setImmediate)
  await mock.clockOf(key).advance(does.seconds)
}

/** What an answer says, read where it belongs and nowhere else (§4.1). */
function inWords(seen: Seen, isLookup: boolean): string {
  if ('failed' in seen) return seen.failed
  if (seen.status !== 200) return String(seen.status)
  const { order } = (JSON.parse(seen.body) as { data: { order: Summary & { order?: Summary } } }).data
  const { status, pollAfterSeconds } = (isLookup ? order : order.order) ?? {}
  return [status, pollAfterSeconds].filter((part) => part !== undefined).join(' ')
}

type Summary = { readonly status?: string; readonly pollAfterSeconds?: number }

/** What the journal says of the only exchange since: when the connection is over, which a client may see first. */
async function recordedOf(key: string, before: number): Promise<Pick<Told, 'effect' | 'delivery'>> {
  const partner = mock.partnerOf(key)
  await mock.waitFor({ partner }, { count: before + 1, timeoutMs: TIMEOUT_MS })
  const [exchange] = mock.journal({ partner }).slice(before)
  if (exchange?.delivery == null) await completionOf(exchange?.seq ?? -1)
  const { order, delivery } = mock.journal({ partner })[before] ?? {}
  return { effect: order?.effect ?? 'none', delivery: delivery?.outcome ?? 'lost' }
}

function completionOf(seq: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = mock.listen((exchange, isComplete) => {
      if (exchange.seq !== seq || !isComplete) return
      stop()
      resolve()
    })
  })
}

/** What the orders of a key have cost so far, by its balance; a revoked key has one, too. */
async function spent(key: string): Promise<number> {
  const recorded = mock.journal({ partner: mock.partnerOf(key), effect: 'recorded' })
  const read = await platformFetch({ method: 'GET', url: `${mock.url}/balance`, key, timeoutMs: TIMEOUT_MS })
  if (!('status' in read) || read.status === 401) return recorded.length * 2500
  const { amount } = (JSON.parse(read.body) as { data: { balance: { amount: string } } }).data.balance
  return 500_000 - Math.round(Number(amount) * 100)
}
