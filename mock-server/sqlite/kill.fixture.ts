import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type MockProcess, startMockOn, writePartners } from './mock-process.fixture.ts'

/** What came of one run: a mock that was loaded with purchases, killed, and started on the same file again. */
export type KillRun = {
  readonly run: number
  /** References whose purchase was answered before the kill. */
  readonly answered: number
  /** Of those, how many are there afterwards; it must be all. */
  readonly found: number
  /** References that were sent, and whose answer was lost with the process, but that are there. */
  readonly unheard: number
  readonly boughtTwice: number
  readonly isBalanceRight: boolean
}

const OPENING = 1_000_000_000
const PRICE = 2500
const SKUS = ['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING'] as const
const CONNECTIONS = 6
/** The kill comes so long after the first answer, at the most. */
const LONGEST_LOAD_MS = 250

/** Kills a mock so many times at random moments, always on the same file. Clean: nothing of it is left. */
export async function killRepeatedly(
  runs: number,
  told: (run: KillRun) => void = () => {},
): Promise<KillRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-kill-'))
  const keys = Array.from({ length: runs }, (_, run) => `pk_test_kill_${run}`)
  const partners = writePartners(folder, keys, OPENING)
  const start = () => startMockOn(`sqlite:${join(folder, 'orders.sqlite')}`, partners)
  let mock = await start()
  try {
    const results: KillRun[] = []
    for (const [run, key] of keys.entries()) {
      const sent = await loadAndKill(mock, key)
      mock = await start()
      results.push({ run: run + 1, ...(await whatIsLeft(mock, key, sent)) })
      told(results.at(-1) as KillRun)
    }
    return results
  } finally {
    await mock.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first body that was sent under each reference, and whether one was answered as bought. */
type Sent = Map<string, { sku: string; isAnswered: boolean }>

/** Buys anew, again and in conflict over several connections, until the mock is dead. */
async function loadAndKill(mock: MockProcess, key: string): Promise<Sent> {
  const sent: Sent = new Map()
  const references: string[] = []
  const first = Promise.withResolvers<void>()
  const buyUntilDead = async (): Promise<void> => {
    for (;;) {
      const [reference, sku] = nextBody(references)
      const known = sent.get(reference) ?? { sku, isAnswered: false }
      sent.set(reference, known)
      const status = await mock.buy(key, reference, sku)
      if (status === undefined) return
      if (status === 200) known.isAnswered = true
      // A reference may meet another SKU before its own: then that one is what it stands for.
      if (status === 200) known.sku = sku
      first.resolve()
    }
  }
  const buying = Array.from({ length: CONNECTIONS }, buyUntilDead)
  await first.promise
  setTimeout(() => void mock.kill(), Math.random() * LONGEST_LOAD_MS)
  await Promise.all(buying)
  await mock.kill()
  return sent
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

async function whatIsLeft(mock: MockProcess, key: string, sent: Sent): Promise<Omit<KillRun, 'run'>> {
  const answered = [...sent].filter(([, { isAnswered }]) => isAnswered)
  const isThere = new Set<string>()
  for (const reference of sent.keys()) if (await mock.knows(key, reference)) isThere.add(reference)
  const debited = (OPENING - (await mock.balance(key))) / PRICE
  for (const [reference, { sku }] of answered) await mock.buy(key, reference, sku)
  const debitedAfterResending = (OPENING - (await mock.balance(key))) / PRICE
  return {
    answered: answered.length,
    found: answered.filter(([reference]) => isThere.has(reference)).length,
    unheard: isThere.size - answered.filter(([reference]) => isThere.has(reference)).length,
    boughtTwice: Math.max(debited, debitedAfterResending) - isThere.size,
    isBalanceRight: debited === isThere.size && debitedAfterResending === isThere.size,
  }
}

/** `node mock-server/sqlite/kill.fixture.ts 50` prints a line for each of fifty runs, and their sums. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log('run  answered  found after  unheard but there  bought twice  balance')
  const results = await killRepeatedly(Number(process.argv[2] ?? 5), (one) => console.log(row(one.run, one)))
  const sum = (name: 'answered' | 'found' | 'unheard' | 'boughtTwice') =>
    results.reduce((total, one) => total + one[name], 0)
  const isBalanceRight = results.every((one) => one.isBalanceRight)
  const [answered, found, unheard, boughtTwice] = [
    sum('answered'),
    sum('found'),
    sum('unheard'),
    sum('boughtTwice'),
  ]
  console.log(row('all', { answered, found, unheard, boughtTwice, isBalanceRight }))
  process.exitCode = answered === found && boughtTwice === 0 && isBalanceRight ? 0 : 1
}

function row(name: number | string, one: Omit<KillRun, 'run'>): string {
  const balance = one.isBalanceRight ? 'right' : 'WRONG'
  return `${String(name).padStart(3)}  ${String(one.answered).padStart(8)}  ${String(one.found).padStart(11)}  ${String(one.unheard).padStart(17)}  ${String(one.boughtTwice).padStart(12)}  ${balance}`
}
