import { SERVER_CLAUSES, type ServerClauseId } from '../../contract/server-clauses.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { BROKEN_IDEMPOTENCY } from './broken-idempotency.ts'
import { BROKEN_POSITIONS } from './broken-positions.ts'
import { BROKEN_READERS } from './broken-readers.ts'
import type { BrokenServer } from './broken-server.ts'
import { CONFORMING_SERVERS } from './conforming-servers.ts'
import { judgeServer } from './judge-server.ts'

/** Every broken server. */
export const BROKEN_SERVERS: readonly BrokenServer[] = [
  ...BROKEN_READERS,
  ...BROKEN_POSITIONS,
  ...BROKEN_IDEMPOTENCY,
]

/** A server, and what the suite says of each clause. */
export type MatrixRow = {
  readonly name: string
  readonly breaks: ServerClauseId | null
  readonly verdicts: ReadonlyMap<ServerClauseId, Verdict>
}

const MARKS: Record<Verdict, string> = { kept: '·', broken: '✗', 'not-observed': '○', 'out-of-reach': '–' }

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

/** Judges every broken server and every conforming one, a few at a time. */
export async function judgeAll(): Promise<readonly MatrixRow[]> {
  const servers = [
    ...BROKEN_SERVERS,
    ...CONFORMING_SERVERS.map((server) => ({ ...server, breaks: null as ServerClauseId | null })),
  ]
  const rows: MatrixRow[] = []
  const next = servers.entries()
  const worker = async () => {
    for (const [index, { name, breaks, change }] of next) {
      rows[index] = { name, breaks, ...(await judgeServer(change())) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return rows
}

const AT_ONCE = 8

/** The rows in which the suite blames another clause than the one that is broken, or none. */
export function misjudged(rows: readonly MatrixRow[]): readonly MatrixRow[] {
  return rows.filter((row) => brokenClauses(row).join() !== (row.breaks ?? ''))
}

/** The page that shows the matrix. */
export function matrixPage(rows: readonly MatrixRow[]): string {
  const broken = rows.filter(({ breaks }) => breaks !== null).length
  return [
    '# The kill matrix',
    '',
    `The suite against ${broken} servers that are each broken in one way, and ${rows.length - broken} that answer the gaps in`,
    'another way than the mock and keep every clause. A broken server must be caught by the clause that it breaks (named',
    'at the end of its line), and by no other; a conforming one must be blamed for nothing. Where a breakage hides',
    'something else, that is not observed.',
    '',
    'Made by `npm run matrix -- --write`; `npm test` fails where it is not up to date.',
    '',
    '```',
    renderMatrix(rows),
    '```',
    '',
  ].join('\n')
}
