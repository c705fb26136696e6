import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { BROKEN_DEBITS } from './broken-debits.ts'
import { BROKEN_ORDERS } from './broken-orders.ts'
import { BROKEN_READERS } from './broken-readers.ts'
import type { BrokenServer, ConformingServer, JudgedServer, SuiteRun } from './broken-server.ts'
import { CELLS, CONFORMING_CELLS, KEY_CELLS, LIKE_KEY_CELLS } from './cells/cells.ts'
import { CONFORMING_BALANCES } from './conforming-balances.ts'
import { CONFORMING_LIMITS } from './conforming-limits.ts'
import { CONFORMING_ORDERS } from './conforming-orders.ts'
import { CONFORMING_SERVERS } from './conforming-servers.ts'
import { judgeServer, type ServerJudgement, wordsOfForm } from './judge-server.ts'

/** Broken servers that are not a product of fault and trigger. */
export const OTHER_SERVERS: readonly BrokenServer[] = [...BROKEN_READERS, ...BROKEN_ORDERS, ...BROKEN_DEBITS]

/** Every broken server. */
export const BROKEN_SERVERS: readonly BrokenServer[] = [
  ...CELLS,
  ...KEY_CELLS,
  ...LIKE_KEY_CELLS,
  ...OTHER_SERVERS,
]

/** Every server that keeps the contract in another way than the mock. */
export const ALL_CONFORMING: readonly ConformingServer[] = [
  ...CONFORMING_SERVERS,
  ...CONFORMING_ORDERS,
  ...CONFORMING_BALANCES,
  ...CONFORMING_LIMITS,
  ...CONFORMING_CELLS,
]

/** The clause that a run must blame for a broken server; undefined for none. */
export function expectedBlame(server: BrokenServer, run: SuiteRun): ServerClauseId | undefined {
  const { detection } = server
  if (detection.seenBy === null) return undefined
  if (run === 'thorough' || detection.seenBy === 'default') return server.breaks
  return detection.takenFor
}

/** Whether the default run names the form that a server waits for. */
export function isFormNamed(server: BrokenServer): boolean {
  return server.isNamed === true && server.detection.seenBy === 'default'
}

/** A server, and the clauses that a run blamed. */
export type Judged<Of extends JudgedServer = JudgedServer> = {
  readonly server: Of
  readonly blamed: readonly ServerClauseId[]
  /** The words of the conditions that the report names. */
  readonly conditions: readonly string[]
}

/** What a run says of a server that is not as the table has it. */
export function mistakesIn({ server, blamed, conditions }: Judged, run: SuiteRun): string[] {
  const broken = isBroken(server) ? server : undefined
  const expected = broken && expectedBlame(broken, run)
  const isNamed = conditions.length > 0
  const mistakes: string[] = []
  if (blamed.join() !== (expected ?? ''))
    mistakes.push(`blamed for ${blamed.join(', ') || 'nothing'}, expected ${expected ?? 'nothing'}`)
  if (isNamed && conditions.join() !== wordsOfForm(broken?.form))
    mistakes.push(`said to fail only where ${conditions.join(', ')}`)
  if (broken !== undefined && run === 'default' && isNamed !== isFormNamed(broken))
    mistakes.push(`its form is ${isNamed ? 'named' : 'not named'}`)
  return mistakes
}

function isBroken(server: JudgedServer): server is BrokenServer {
  return 'breaks' in server && server.breaks !== null
}

/** The clauses that the suite found broken. */
function brokenClauses({ report }: ServerJudgement): ServerClauseId[] {
  // The clauses of a run of the suite bind the server.
  return report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id as ServerClauseId)
}

function conditionsIn({ report }: ServerJudgement): string[] {
  const messages = report.clauses.flatMap(({ checks }) => checks.map(({ message }) => message ?? ''))
  return [...new Set(messages.flatMap((text) => /Only where (.+): sent plainly/.exec(text)?.[1] ?? []))]
}

/** Judges servers by one kind of run, several at a time, since some wait for a client that goes away. */
export async function judgeAll<Of extends JudgedServer>(
  servers: readonly Of[],
  run: SuiteRun,
): Promise<readonly Judged<Of>[]> {
  const judged: Judged<Of>[] = []
  const next = servers.entries()
  const worker = async () => {
    for (const [index, server] of next) {
      const judgement = await judgeServer(server, run)
      judged[index] = { server, blamed: brokenClauses(judgement), conditions: conditionsIn(judgement) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return judged
}

const AT_ONCE = 12
