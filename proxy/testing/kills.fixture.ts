import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { startCli } from '../../cli/testing/run-cli.fixture.ts'
import { ORDERED_FAULT_NAMES } from '../../contract/wire/ordered-fault.ts'
import { digestOf } from '../journal.ts'
import { ProxyStore } from '../store.ts'
import { call, clientOf } from './opened.fixture.ts'
import type { Service } from './services.fixture.ts'

/** How much is bought through a proxy, and how often that is killed meanwhile. */
export type Storm = {
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
export type Aftermath = {
  readonly sent: ReadonlySet<string>
  readonly intents: readonly { readonly seq: number; readonly reference: string }[]
  readonly recorded: ReadonlyMap<number, { readonly status: number | null; readonly effect: string }>
  readonly starts: number
}

/** Faults that take no seconds. */
const QUICK = ORDERED_FAULT_NAMES.filter((name) => name !== 'stalled' && name !== 'trickle')
const MOST_TRIES = 400

/** Buys through a proxy in its own process, which is killed again and again, and each time started again over its file. */
export async function storm(
  service: Service,
  { purchases, kills, clients, ...setting }: Storm,
): Promise<Aftermath> {
  const { folder, profileFile, port, env = {}, random } = setting
  const file = `${folder}/proxy.db`
  const args = [
    'proxy',
    '--to',
    service.url,
    '--port',
    String(port),
    '--store',
    `sqlite:${file}`,
    '--quiet',
    '--profile',
    profileFile,
    '--max-purchases',
    '1000000',
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
    [...store.exchanges()].flatMap(({ seq, operation, order, upstream }) =>
      operation === 'createOrder' && upstream !== undefined && order !== null
        ? [[seq, { status: upstream.response?.status ?? null, effect: order.effect }] as const]
        : [],
    ),
  )
  store.close()
  const database = new DatabaseSync(file)
  const rows = database.prepare('SELECT seq, reference FROM intents ORDER BY seq').all()
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
