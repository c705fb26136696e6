import { SERVER_CLAUSES, type ServerClauseId } from '../../contract/server-clauses.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { BROKEN_ORDERS } from './broken-orders.ts'
import { BROKEN_READERS } from './broken-readers.ts'
import type { BrokenServer } from './broken-server.ts'

/** Every broken server, in the order of the clauses that they break. */
export const BROKEN_SERVERS: readonly BrokenServer[] = [...BROKEN_READERS, ...BROKEN_ORDERS]

/** A server, and what the suite says of each clause. */
export type MatrixRow = {
  readonly name: string
  readonly breaks: ServerClauseId | null
  readonly verdicts: ReadonlyMap<ServerClauseId, Verdict>
}

const MARKS: Record<Verdict, string> = { kept: '·', broken: '✗', 'not-observed': '○' }

/** The clauses that a row finds broken. */
export function brokenClauses({ verdicts }: Pick<MatrixRow, 'verdicts'>): ServerClauseId[] {
  return [...verdicts].filter(([, verdict]) => verdict === 'broken').map(([id]) => id)
}

/** The matrix as a text: a line for each server, a column for each clause. */
export function renderMatrix(rows: readonly MatrixRow[]): string {
  const ids = Object.keys(SERVER_CLAUSES) as ServerClauseId[]
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  const heads = ids.map((id, index) => `${String(index + 1).padStart(2)} ${id}`)
  const numbers = ids.map((_, index) => String(index + 1).padStart(3)).join('')
  const lines = rows.map(({ name, breaks, verdicts }) => {
    const cells = ids.map((id) => MARKS[verdicts.get(id) ?? 'not-observed'].padStart(3)).join('')
    return `${name.padEnd(width)}${cells}  ${breaks ?? 'conforms'}`
  })
  return [
    ...heads,
    '',
    `${''.padEnd(width)}${numbers}`,
    ...lines,
    '',
    '✗ broken  · kept  ○ not observed',
  ].join('\n')
}
