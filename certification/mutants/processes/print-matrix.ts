import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { misjudged, renderTable, wronged } from '../render-table.ts'
import { CELLS, judgeCells, judgeVariations, VARIATIONS } from '../table.ts'
import {
  blocksOf,
  brokenClauses,
  type ClientRow,
  clientMatrixPage,
  isJudgedRightly,
  type MatrixBlocks,
  renderMatrix,
} from './client-matrix-page.ts'
import { BROKEN, CERTIFIED, certifyClient, type KnownClient } from './clients.ts'

// Prints the verdicts on every client of the table, and on every client in examples/, and fails when one is
// wrong. With --write it also writes the page. With --table it judges only the table, and with --only TEXT only the cells
// with TEXT in their name.

const AT_ONCE = 4

async function judge(clients: readonly KnownClient[]): Promise<ClientRow[]> {
  const rows: ClientRow[] = []
  const next = clients.entries()
  const worker = async () => {
    for (const [index, client] of next) {
      rows[index] = { client, report: await certifyClient(client.command, client.scenarios) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return rows
}

function printMisjudged(rows: readonly ClientRow[]): boolean {
  const wrong = rows.filter((row) => !isJudgedRightly(row))
  for (const { client, report } of wrong)
    process.stdout.write(`wrong: ${client.name}: ${brokenClauses(report).join(', ') || 'nothing'}\n`)
  process.stdout.write(`${rows.length - wrong.length} of ${rows.length} clients judged rightly\n`)
  return wrong.length === 0
}

async function judgeTable(text: string): Promise<boolean> {
  const cells = await judgeCells(CELLS.filter(({ name }) => name.includes(text)))
  const variations = await judgeVariations(VARIATIONS.filter(({ says }) => says.includes(text)))
  const rendered = renderTable(cells, variations)
  const wrong = [...cells.map(misjudged), ...variations.map(wronged)].filter((said) => said !== undefined)
  process.stdout.write(`${rendered}\n\n${wrong.map((said) => `wrong: ${said}\n`).join('')}`)
  const judged = cells.length + variations.length
  process.stdout.write(`${judged - wrong.length} of ${judged} clients of the table judged rightly\n\n`)
  if (options.write) writePage({ table: rendered })
  return wrong.length === 0
}

async function judgeExamples(): Promise<boolean> {
  const rows = await judge([...CERTIFIED, ...BROKEN])
  const rendered = renderMatrix(rows)
  process.stdout.write(`${rendered}\n\n`)
  if (options.write) writePage({ examples: rendered })
  return printMisjudged(rows)
}

function writePage(changed: Partial<MatrixBlocks>): void {
  const page = new URL('../../../docs/maintainers/client-matrix.md', import.meta.url)
  writeFileSync(page, clientMatrixPage({ ...blocksOf(readFileSync(page, 'utf8')), ...changed }))
}

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
})
const { only } = options
const isTableRight = await judgeTable(only ?? '')
const isAlone = options.table || only !== undefined
process.exitCode = isTableRight && (isAlone || (await judgeExamples())) ? 0 : 1
