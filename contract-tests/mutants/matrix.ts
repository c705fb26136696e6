import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { BROKEN_DEBITS } from './broken-debits.ts'
import { BROKEN_ORDERS } from './broken-orders.ts'
import { BROKEN_READERS } from './broken-readers.ts'
import type { BrokenServer, ConformingServer, JudgedServer } from './broken-server.ts'
import { BROKEN_CELLS, CONFORMING_CELLS } from './cells/cells.ts'
import { BROKEN_KEYS } from './cells/wrong-keys.ts'
import { CONFORMING_BALANCES } from './conforming-balances.ts'
import { CONFORMING_LIMITS } from './conforming-limits.ts'
import { CONFORMING_ORDERS } from './conforming-orders.ts'
import { CONFORMING_SERVERS } from './conforming-servers.ts'
import { judgeServer, type ServerJudgement } from './judge-server.ts'

/** Every broken server. */
export const BROKEN_SERVERS: readonly BrokenServer[] = [
  ...BROKEN_CELLS,
  ...BROKEN_KEYS,
  ...BROKEN_READERS,
  ...BROKEN_ORDERS,
  ...BROKEN_DEBITS,
]

/** Every server that keeps the contract in another way than the mock. */
export const ALL_CONFORMING: readonly ConformingServer[] = [
  ...CONFORMING_SERVERS,
  ...CONFORMING_ORDERS,
  ...CONFORMING_BALANCES,
  ...CONFORMING_LIMITS,
  ...CONFORMING_CELLS,
]

/** A server, and what a run says of it. */
export type Judged<Of extends JudgedServer = JudgedServer> = ServerJudgement & {
  readonly server: Of
  /** The clauses that the run blames. */
  readonly blamed: readonly ServerClauseId[]
  /** The words of the conditions that the report names. */
  readonly conditions: readonly string[]
}

/** Judges servers, several at a time, since some wait for a client that goes away. */
export async function judgeAll<Of extends JudgedServer>(
  servers: readonly Of[],
): Promise<readonly Judged<Of>[]> {
  const judged: Judged<Of>[] = []
  const next = servers.entries()
  const worker = async () => {
    for (const [index, server] of next) {
      const judgement = await judgeServer(server)
      const { clauses } = judgement.report
      const broken = clauses.filter(({ verdict }) => verdict === 'broken')
      const messages = clauses.flatMap(({ checks }) => checks.map(({ message }) => message ?? ''))
      const conditions = messages.flatMap((text) => /Only where (.+): sent plainly/.exec(text)?.[1] ?? [])
      judged[index] = {
        ...judgement,
        server,
        // The clauses of a run of the suite bind the server.
        blamed: broken.map(({ id }) => id as ServerClauseId),
        conditions: [...new Set(conditions)],
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return judged
}

const AT_ONCE = 12
