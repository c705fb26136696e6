import { diceOf } from './dice.fixture.ts'
import { type Conversation, converse, fuzzConversation } from './fuzz-conversation.fixture.ts'
import { serve } from './serve.ts'
import { newKey, openWorld, overSocket } from './world.fixture.ts'

/** What a mock was sent, and what it made of it. */
export type FuzzFigures = {
  readonly seed: number
  readonly requests: number
  readonly connections: number
  readonly seconds: number
  /** How many answers had which status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Conversations with a 5xx that no scenario asks for, as they were sent. */
  readonly unasked: readonly string[]
  /** What the mock said of faults of its own. */
  readonly faults: readonly string[]
  readonly journalEntries: number
  /** The status of an ordinary purchase, after all of it. */
  readonly purchaseAfterwards: number
  /** Bytes, after a fifth of the requests, after three fifths, and after all; empty where nobody may ask. */
  readonly heap: readonly number[]
}

export const FUZZ_JOURNAL_ENTRIES = 100

/** By how much the heap may be larger after all of it than after three fifths. */
export const GROWTH = 1.1

const AT_A_TIME = 16
/** The longest scenario takes 90 seconds. */
const SPEED = 1_000
const MEASURED_AFTER = [0.2, 0.6, 1] as const

/**
 * Sends so many requests to a mock over a socket, and counts.
 *
 * @param collect collects the garbage, where memory shall be measured.
 */
export async function fuzz(requests: number, seed: number, collect?: () => void): Promise<FuzzFigures> {
  const faults: string[] = []
  const silenced = console.error
  console.error = (...said) => faults.push(said.join(' '))
  const mock = await serve({
    speed: SPEED,
    journal: { entries: FUZZ_JOURNAL_ENTRIES, bytes: 4 * 1024 * 1024 },
  })
  const began = performance.now()
  const count = {
    requests: 0,
    connections: 0,
    statuses: new Map<number, number>(),
    unasked: [] as string[],
    heap: [] as number[],
  }
  const holdOne = async (until: number): Promise<void> => {
    while (count.requests < until) {
      // Each of its own, so that none depends on how fast the others were answered.
      const conversation = fuzzConversation(diceOf(seed * 1_000_003 + count.connections))
      count.requests += conversation.requests
      count.connections += 1
      note(count, conversation, await converse(mock.url, conversation))
    }
  }
  for (const part of MEASURED_AFTER) {
    await Promise.all(Array.from({ length: AT_A_TIME }, () => holdOne(requests * part)))
    collect?.()
    if (collect !== undefined) count.heap.push(process.memoryUsage().heapUsed)
  }
  const bought = await openWorld(overSocket(mock.url), { key: newKey() }).buy('SCENARIO-AT-ONCE')
  const journalEntries = mock.journal().length
  await mock.close()
  console.error = silenced
  const seconds = (performance.now() - began) / 1000
  return { seed, ...count, seconds, faults, journalEntries, purchaseAfterwards: bought.status }
}

/** What a scenario asks for: the type of the problem that comes with each status. */
const PROBLEM = 'urn:partner-purchase:problem:'
const ASKED_FOR: Readonly<Record<number, string>> = {
  500: `${PROBLEM}internal-error`,
  502: `${PROBLEM}bad-gateway`,
  503: `${PROBLEM}unavailable`,
}
const NOTHING = '\0'

type Count = { readonly statuses: Map<number, number>; readonly unasked: string[] }

function note({ statuses, unasked }: Count, { pieces }: Conversation, text: string): void {
  const found = Array.from(text.matchAll(/(?:^|[}\n])HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
  for (const status of found) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (found.some((status) => status >= 500 && !text.includes(ASKED_FOR[status] ?? NOTHING)))
    unasked.push(JSON.stringify(Buffer.concat(pieces).toString('latin1')))
}
