import { writeFileSync } from 'node:fs'
import type { Report } from '../../contract/report.ts'
import { certifyClient } from './certify-client.ts'
import { BROKEN, CERTIFIED, type KnownClient } from './clients.ts'
import { brokenClauses, type ClientRow, isJudgedRightly, matrixPage, renderMatrix } from './matrix.ts'

// Prints what certification says of every client in examples/, and fails where it says it wrongly. With --write it also
// writes the page. With --repeat N it certifies the ones that do the right thing N times, one round after another.

const AT_ONCE = 12

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

function tell(rows: readonly ClientRow[]): boolean {
  const wrong = rows.filter((row) => !isJudgedRightly(row))
  for (const { client, report } of wrong)
    process.stdout.write(`wrong: ${client.name}: ${brokenClauses(report).join(', ') || 'nothing'}\n`)
  process.stdout.write(`${rows.length - wrong.length} of ${rows.length} clients judged rightly\n`)
  return wrong.length === 0
}

const SHOWN = 4

function reasons({ message, clauses }: Report): readonly string[] {
  const checks = clauses.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict !== 'kept'))
  const told = checks.map(({ id, message }) => `${id}: ${message}`)
  return [message, ...told].filter((reason) => reason !== null).slice(0, SHOWN)
}

async function repeat(rounds: number): Promise<boolean> {
  let isRight = true
  for (let round = 1; round <= rounds; round += 1) {
    const began = performance.now()
    const rows = await judge(CERTIFIED)
    const kept = rows.filter(({ report }) => report.outcome === 'kept').length
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`round ${round}: ${kept} of ${rows.length} kept, ${seconds} s\n`)
    for (const { client, report } of rows.filter(({ report }) => report.outcome !== 'kept'))
      process.stdout.write(`  ${client.name}: ${report.outcome}: ${reasons(report).join(' | ')}\n`)
    isRight = isRight && kept === rows.length && rows.every(isJudgedRightly)
  }
  return isRight
}

async function matrix(): Promise<boolean> {
  const rows = await judge([...CERTIFIED, ...BROKEN])
  process.stdout.write(`${renderMatrix(rows)}\n\n`)
  if (process.argv.includes('--write'))
    writeFileSync(new URL('../../docs/client-matrix.md', import.meta.url), matrixPage(rows))
  return tell(rows)
}

const asked = process.argv.indexOf('--repeat')
const isRight = asked < 0 ? await matrix() : await repeat(Number(process.argv[asked + 1] ?? 1))
process.exitCode = isRight ? 0 : 1
