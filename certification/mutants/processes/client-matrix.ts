import { CLIENT_CLAUSES } from '../../../contract/reference/client-clauses.ts'
import type { Report } from '../../../contract/report/report.ts'
import type { Verdict } from '../../../contract/report/verdict.ts'
import type { KnownClient } from './clients.ts'

/** A client, and the verdict of its certification on each clause. */
export type ClientRow = { readonly client: KnownClient; readonly report: Report }

const MARKS: Record<Verdict, string> = { kept: '·', broken: '✗', 'not-observed': '○', 'out-of-reach': '–' }
const CLAUSES = Object.values(CLIENT_CLAUSES)

/** The clauses that a certification reports as broken. */
export function brokenClauses({ clauses }: Report): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
}

/** The clauses that a certification did not observe. */
export function unseenClauses({ clauses }: Report): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'not-observed').map(({ id }) => id)
}

/** Whether exactly the clauses that a client breaks are reported. */
export function isJudgedRightly({ client, report }: ClientRow): boolean {
  return brokenClauses(report).toSorted().join() === client.breaks.toSorted().join()
}

/** The matrix as a text: a line for each client, a column for each clause. */
export function renderMatrix(rows: readonly ClientRow[]): string {
  const width = Math.max(...rows.map(({ client }) => client.name.length)) + 2
  const heads = CLAUSES.map(({ id, level }, index) => `${String(index + 1).padStart(2)} ${id} (${level})`)
  const numbers = CLAUSES.map((_, index) => String(index + 1).padStart(3)).join('')
  const lines = rows.map(({ client, report }) => {
    const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]))
    const cells = CLAUSES.map(({ id }) => MARKS[verdicts.get(id) ?? 'not-observed'].padStart(3)).join('')
    return `${client.name.padEnd(width)}${cells}  ${client.breaks.join(', ') || 'certified'}`
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
