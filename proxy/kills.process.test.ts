import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCli } from '../cli/testing/run-cli.fixture.ts'
import { selfSigned } from '../cli/testing/self-signed.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { randomBy } from '../contract/random.ts'
import { isFull, runs } from '../contract/testing/sample.fixture.ts'
import { ORDERED_FAULT_NAMES } from '../contract/wire/ordered-fault.ts'
import { digestOf } from './journal.ts'
import { ProxyStore } from './store.ts'
import { call, clientOf } from './testing/opened.fixture.ts'
import { plainService, replicatedService, type Service, slowService } from './testing/services.fixture.ts'

/** How much is bought through a proxy, and how often that is killed meanwhile. */
type Storm = {
  readonly purchases: number
  readonly kills: number
  readonly clients: number
  readonly folder: string
  readonly profileFile: string
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
  readonly random: () => number
}

/** What is left of a storm: what clients sent, what the target booked, and what the proxy's file says. */
type Aftermath = {
  readonly sent: ReadonlySet<string>
  readonly intents: readonly { readonly seq: number; readonly reference: string }[]
  readonly recorded: ReadonlyMap<number, { readonly status: number | null; readonly effect: string }>
  readonly starts: number
}

/** The purchases that a file says were passed on, whatever came of them. */
const INTENTS = `SELECT each.value ->> 'seq' AS seq, each.value ->> 'reference' AS reference
  FROM log, json_each(log.json) AS each WHERE each.value ->> 'isBought' ORDER BY seq`

/** Faults that take no seconds. */
const QUICK = ORDERED_FAULT_NAMES.filter((name) => name !== 'stalled' && name !== 'trickle')
const MOST_TRIES = 400

/** Buys through a proxy in its own process, which is killed again and again, and each time started again over its file. */
async function storm(service: Service, { purchases, kills, clients, ...setting }: Storm): Promise<Aftermath> {
  const { folder, profileFile, port, env = {}, random } = setting
  const file = `${folder}/proxy.db`
  const args = [
    ...['proxy', '--to', service.url, '--port', String(port), '--store', `sqlite:${file}`],
    ...['--quiet', '--profile', profileFile, '--max-purchases', '1000000'],
  ]
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const started = startCli(args, { key: service.key, env })
    while (!started.output.stdout.includes('ready ')) {
      if (started.child.exitCode !== null)
        throw new Error(`The proxy did not start: ${started.output.stderr}`)
      await pause(20)
    }
    return started
  }
  let running = await start()
  let starts = 1
  const sent = new Set<string>()
  let done = 0
  let isOver = false
  const each = Math.ceil(purchases / clients)
  const buyers = Array.from({ length: clients }, async (_, index) => {
    const client = clientOf(url, service, `pk_test_buyer_${index}`)
    for (let count = 0; count < each; count += 1) {
      const reference = `K${index}:${count}`
      const sku = service.skus[count % service.skus.length] ?? ''
      if (random() < 0.3)
        await client.order(QUICK[Math.floor(random() * QUICK.length)] ?? 'cut', {
          on: random() < 0.2 ? 'lookup' : 'purchase',
        })
      sent.add(reference)
      await untilBought(client, reference, sku, random)
      done += 1
    }
  })
  const killer = (async () => {
    for (let kill = 1; kill <= kills && !isOver; kill += 1) {
      const until = (kill * purchases) / (kills + 1)
      while (done < until && !isOver) await pause(5)
      running.child.kill('SIGKILL')
      await running.ended
      running = await start()
      starts += 1
    }
  })()
  await Promise.all(buyers).finally(() => {
    isOver = true
  })
  await killer
  const health = await call(url, 'GET', '/__mock/health')
  running.child.kill('SIGTERM')
  const { code, stderr } = await running.ended
  if (code !== 0 || health.status !== 200) throw new Error(`The proxy ended with ${code}: ${stderr}`)
  const store = new ProxyStore(file, digestOf(`${service.url} ${service.key}`), 0)
  const recorded = new Map(
    store
      .exchanges()
      .flatMap(({ seq, operation, order, upstream }) =>
        operation === 'createOrder' && upstream !== undefined && order !== null
          ? [[seq, { status: upstream.response?.status ?? null, effect: order.effect }] as const]
          : [],
      ),
  )
  store.close()
  const database = new DatabaseSync(file)
  const rows = database.prepare(INTENTS).all()
  const intents = rows.map(({ seq, reference }) => ({ seq: Number(seq), reference: String(reference) }))
  database.close()
  return { sent, intents, recorded, starts }
}

/** As a good client does: after no answer, or one that says nothing, it looks up or sends the identical body again. */
async function untilBought(
  client: ReturnType<typeof clientOf>,
  reference: string,
  sku: string,
  random: () => number,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const isLookup = tries > 0 && random() < 0.3
    const { status } = await (isLookup ? client.lookUp(reference) : client.buy(reference, sku))
    if (status !== null && status >= 200 && status < 300) return
    await pause(status === null ? 25 : 5)
  }
  throw new Error(`${reference} was never bought.`)
}

const tls = selfSigned()

const SERVICES: readonly (readonly [string, () => Promise<Service>])[] = [
  ['answers in its own ways', plainService],
  ['is slow, and over TLS', () => slowService(tls, 200)],
  ['has two replicas and a rate limit', () => replicatedService(2_000)],
]

test.for(isFull ? SERVICES : SERVICES.slice(0, 1))(
  'however often a proxy is killed, its file and the ledger of a service agree that %s',
  { timeout: 1_800_000 },
  async ([, open], context) => {
    const service = await open()
    context.onTestFinished(service.close)
    const folder = temporaryFolder(context)
    const profileFile = join(folder, 'profile.json')
    writeFileSync(profileFile, JSON.stringify(service.profile))
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, tls.cert)
    const { sent, intents, recorded, starts } = await storm(service, {
      ...{ purchases: runs({ sample: 120, full: 10_000 }), kills: runs({ sample: 2, full: 50 }), clients: 8 },
      ...{ folder, profileFile, port: await freePort(), random: randomBy(7) },
      env: { NODE_EXTRA_CA_CERTS: authority },
    })
    expect(starts).toBeGreaterThan(runs({ sample: 1, full: 40 }))
    const count = (references: Iterable<string>) => {
      const counts = new Map<string, number>()
      for (const reference of references) counts.set(reference, (counts.get(reference) ?? 0) + 1)
      return counts
    }
    const booked = count(service.ledger.map(({ reference }) => reference))
    const intended = count(intents.map(({ reference }) => reference))
    const statusOf = (seq: number) => recorded.get(seq)?.status ?? null
    const confirmed = count(
      intents
        .filter(({ seq }) => Math.trunc((statusOf(seq) ?? 0) / 100) === 2)
        .map(({ reference }) => reference),
    )
    // Nothing is bought that no client sent, and everything that was sent is bought once.
    expect([...booked.keys()].filter((reference) => !sent.has(reference))).toEqual([])
    expect(service.ledger.filter(({ isNew }) => isNew)).toHaveLength(sent.size)
    // Nothing that was passed on is missing, and nothing is noted as bought that was not.
    expect([...booked].filter(([reference, times]) => times > (intended.get(reference) ?? 0))).toEqual([])
    expect([...confirmed].filter(([reference, times]) => times > (booked.get(reference) ?? 0))).toEqual([])
    // What the file does not know to be answered is unknown, and every intent is in the journal.
    expect(intents.filter(({ seq }) => !recorded.has(seq))).toEqual([])
    expect(
      intents.filter(({ seq }) => statusOf(seq) === null && recorded.get(seq)?.effect !== 'unknown'),
    ).toEqual([])
  },
)

/** Below the ports that a system gives out by itself: no other test takes it while the proxy is down. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
