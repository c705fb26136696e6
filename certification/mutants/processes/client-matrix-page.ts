import { CLIENT_CLAUSES } from '../../../contract/reference/client-clauses.ts'
import type { Report } from '../../../contract/report/report.ts'
import type { Verdict } from '../../../contract/report/verdict.ts'
import type { KnownClient } from './clients.ts'

/** The blocks of docs/maintainers/client-matrix.md: the table of mistakes and triggers, and the matrix of the clients in examples/. */
export type MatrixBlocks = { readonly table: string; readonly examples: string }

const FENCE = '```'

/** The blocks of a page that was written before: empty where it has none. */
export function blocksOf(page: string): MatrixBlocks {
  const blocks = page.split(new RegExp(`^${FENCE}\\n?`, 'm')).filter((_, index) => index % 2 === 1)
  const [table = '', examples = ''] = blocks.map((block) => block.trimEnd())
  return { table, examples }
}

/** The page that shows both. */
export function clientMatrixPage({ table, examples }: MatrixBlocks): string {
  return [
    '# The matrix of clients',
    '',
    'The verdicts of certification on clients whose errors are known. This page is made by `npm run matrix:clients -- --write`.',
    '',
    '## Mistakes and triggers',
    '',
    'A client in this process, which decides everything that a client of the API decides',
    '(`certification/mutants`), makes one mistake (row) when one trigger is there (column), and',
    'is correct otherwise. It runs every scenario. The letter in a cell is the clause that it is reported to break;',
    'those at the end of a line are clauses that the mistake breaks, too, and no other clause may be reported. When no clause',
    'forbids it, there is a remark (*), or a journal cannot show it (–): the reasons are at the end. An empty cell',
    'is a combination that makes no sense. The numbers and letters are explained below.',
    '',
    'Then come correct clients that work in different ways: each must keep every clause in every scenario (·). Those at',
    'the end answer a gap differently from the profile: they break no clause, and what follows cannot be observed (○).',
    '',
    'The tests check each cell. `npm run matrix:clients -- --only TEXT` checks the cells with TEXT in their name.',
    '',
    FENCE,
    table,
    FENCE,
    '',
    '## The clients in `examples/`',
    '',
    'Processes, in several languages, over real sockets ([`examples/`](../../examples)): the correct ones in every',
    'scenario, those with a mistake in the scenarios that show it. A correct one must be certified; a broken one must be reported',
    'to break the clauses at the end of its line, and no other. What its few scenarios do not show is not observed.',
    '',
    FENCE,
    examples,
    FENCE,
    '',
  ].join('\n')
}

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
