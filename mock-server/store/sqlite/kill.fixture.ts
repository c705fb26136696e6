import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type MockProcess, startMockOn, writePartners } from './mock-process.fixture.ts'
import { type SmallDisk, smallDisk } from './small-disk.fixture.ts'

/** The result of one run: a mock under load was killed, and started on the same file again. */
export type KillRun = {
  readonly run: number
  /** References whose purchase was answered before the kill. */
  readonly answered: number
  /** Of those, how many are not there afterwards. */
  readonly lost: number
  /** References that were sent, and whose answer was lost with the process, but that are there. */
  readonly unheard: number
  /** How many purchases were debited more than once, by then or when they were sent again. */
  readonly doubled: number
  /** Whether the balance is not that of the orders: 1 or 0. */
  readonly misbooked: number
  /** How often a key got an earlier time than before. */
  readonly wentBack: number
  /** How many purchases were refused because the disk was full. */
  readonly refused: number
}

const OPENING = 1_000_000_000
const PRICE = 2500
const SKUS = ['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING'] as const
const CONNECTIONS = 6
/** The maximum time from the first answer to the kill. */
const LONGEST_LOAD_MS = 250
/** The clock of the machine is put forward or back between two starts, by at most so much. */
const LONGEST_JUMP_MS = 10_000
/** No partner has it: its time is watched. */
const WATCHED = 'pk_test_watched'

/**
 * Kills a mock several times at random moments, always on the same file, and starts it again with the machine's clock put
 * forward or back. Nothing of it is left behind.
 *
 * @param disk in every third run it is filled under load.
 */
export async function killRepeatedly(
  runs: number,
  { onRun = () => {}, disk }: { onRun?: (run: KillRun) => void; disk?: SmallDisk | undefined } = {},
): Promise<KillRun[]> {
  const folder = mkdtempSync(join(disk?.folder ?? tmpdir(), 'partner-purchase-kill-'))
  const keys = Array.from({ length: runs }, (_, run) => `pk_test_kill_${run}`)
  const partners = writePartners(folder, [WATCHED, ...keys], OPENING)
  const start = () => {
    const aheadMs = Math.round((Math.random() * 2 - 1) * LONGEST_JUMP_MS)
    return startMockOn(`sqlite:${join(folder, 'orders.sqlite')}`, partners, aheadMs)
  }
  const time = watchedTime()
  let mock = await start()
  try {
    const results: KillRun[] = []
    for (const [run, key] of keys.entries()) {
      const { sent, refused } = await loadAndKill(mock, key, { time, disk: run % 3 === 2 ? disk : undefined })
      disk?.free()
      mock = await start()
      await time.look(mock)
      const left = await whatIsLeft(mock, key, sent)
      results.push({ run: run + 1, ...left, wentBack: time.takeCount(), refused })
      onRun(results.at(-1) as KillRun)
    }
    return results
  } finally {
    await mock.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The latest time of a key that any process returned, and how often it was an earlier one. */
function watchedTime() {
  let [latest, count] = [0, 0]
  return {
    async look(mock: MockProcess): Promise<void> {
      const now = (await mock.time(WATCHED)) ?? latest
      if (now < latest) count += 1
      latest = Math.max(latest, now)
    },
    takeCount(): number {
      const taken = count
      count = 0
      return taken
    },
  }
}

/** The first body that was sent under each reference, and whether one was answered as bought. */
type Sent = Map<string, { sku: string; isAnswered: boolean }>

type Conditions = { readonly time: ReturnType<typeof watchedTime>; readonly disk: SmallDisk | undefined }

/** Buys new cards, known ones again and in conflict over several connections, until the mock is dead. */
async function loadAndKill(
  mock: MockProcess,
  key: string,
  { time, disk }: Conditions,
): Promise<{ sent: Sent; refused: number }> {
  const sent: Sent = new Map()
  const references: string[] = []
  let [refused, isDead] = [0, false]
  const first = Promise.withResolvers<void>()
  const buyUntilDead = async (): Promise<void> => {
    for (;;) {
      const [reference, sku] = nextBody(references)
      const known = sent.get(reference) ?? { sku, isAnswered: false }
      sent.set(reference, known)
      const status = await mock.buy(key, reference, sku)
      if (status === undefined) return
      if (status >= 500) refused += 1
      if (status === 200) known.isAnswered = true
      // Another SKU may arrive under a reference first: then that one is its purchase.
      if (status === 200) known.sku = sku
      first.resolve()
    }
  }
  const watchUntilDead = async (): Promise<void> => {
    while (!isDead) await time.look(mock)
  }
  const buying = Array.from({ length: CONNECTIONS }, buyUntilDead)
  await first.promise
  const watching = watchUntilDead()
  await randomPause()
  if (disk !== undefined) await fillForAWhile(disk)
  await mock.kill()
  isDead = true
  await Promise.all([...buying, watching])
  return { sent, refused }
}

/** Kills while the disk is full, or has room again. */
async function fillForAWhile(disk: SmallDisk): Promise<void> {
  disk.fill()
  await randomPause()
  if (Math.random() < 0.5) return
  disk.free()
  await randomPause()
}

function randomPause(): Promise<void> {
  return pause(Math.random() * LONGEST_LOAD_MS)
}

/** Mostly something new; else the identical body again, or the other SKU under a known reference. */
function nextBody(references: string[]): readonly [reference: string, sku: string] {
  const dice = Math.random()
  const known = references[Math.floor(Math.random() * references.length)]
  if (known !== undefined && dice < 0.25) return [known, SKUS[0]]
  if (known !== undefined && dice < 0.4) return [known, SKUS[1]]
  const reference = `KILL:${references.length}`
  references.push(reference)
  return [reference, SKUS[0]]
}

async function whatIsLeft(
  mock: MockProcess,
  key: string,
  sent: Sent,
): Promise<Omit<KillRun, 'run' | 'wentBack' | 'refused'>> {
  const answered = [...sent].filter(([, { isAnswered }]) => isAnswered)
  const isThere = new Set<string>()
  for (const reference of sent.keys()) if (await mock.knows(key, reference)) isThere.add(reference)
  const debited = (OPENING - (await mock.balance(key))) / PRICE
  for (const [reference, { sku }] of answered) await mock.buy(key, reference, sku)
  const debitedAfterResending = (OPENING - (await mock.balance(key))) / PRICE
  const found = answered.filter(([reference]) => isThere.has(reference)).length
  return {
    answered: answered.length,
    lost: answered.length - found,
    unheard: isThere.size - found,
    doubled: Math.max(0, debited - isThere.size, debitedAfterResending - isThere.size),
    misbooked: Number(debited !== isThere.size || debitedAfterResending !== isThere.size),
  }
}

/** `node mock-server/store/sqlite/kill.fixture.ts 50` prints a line for each of fifty runs, and their sums. */
if (import.meta.main) {
  const columns = ['answered', 'lost', 'unheard', 'doubled', 'misbooked', 'wentBack', 'refused'] as const
  const row = (name: unknown, cells: readonly unknown[]) =>
    [String(name).padStart(4), ...cells.map((cell) => String(cell).padStart(10))].join('')
  const disk = smallDisk(64)
  console.log(disk === undefined ? 'No disk can be filled here: that takes root on Linux.' : disk.folder)
  console.log(row('run', columns))
  try {
    const onRun = (one: KillRun) =>
      console.log(
        row(
          one.run,
          columns.map((column) => one[column]),
        ),
      )
    const results = await killRepeatedly(Number(process.argv[2] ?? 5), { onRun, disk })
    const sums = columns.map((column) => results.reduce((sum, one) => sum + one[column], 0))
    console.log(row('all', sums))
    process.exitCode = results.every((one) => one.lost + one.doubled + one.misbooked + one.wentBack === 0)
      ? 0
      : 1
  } finally {
    disk?.remove()
  }
}
