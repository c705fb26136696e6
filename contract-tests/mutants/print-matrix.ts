import { CONFORMING_SERVERS } from './conforming-servers.ts'
import { judgeServer } from './judge-server.ts'
import { BROKEN_SERVERS, brokenClauses, type MatrixRow, renderMatrix } from './matrix.ts'

// Prints what the suite says of every broken server, and of every conforming one. Fails where it says it wrongly.

const rows: MatrixRow[] = []
for (const { name, breaks, change } of BROKEN_SERVERS) {
  rows.push({ name, breaks, verdicts: (await judgeServer(change())).verdicts })
}
for (const { name, change } of CONFORMING_SERVERS) {
  rows.push({ name, breaks: null, verdicts: (await judgeServer(change())).verdicts })
}
process.stdout.write(`${renderMatrix(rows)}\n`)

const wrong = rows.filter((row) => brokenClauses(row).join() !== (row.breaks ?? ''))
for (const row of wrong)
  process.stdout.write(`wrong: ${row.name}: ${brokenClauses(row).join(', ') || 'nothing'}\n`)
process.stdout.write(`${rows.length - wrong.length} of ${rows.length} servers judged rightly\n`)
process.exitCode = wrong.length === 0 ? 0 : 1
