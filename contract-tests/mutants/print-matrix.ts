import { writeFileSync } from 'node:fs'
import { brokenClauses, judgeAll, matrixPage, misjudged, renderMatrix } from './matrix.ts'

// Prints what the suite says of every broken server and of every conforming one, and fails where it says it wrongly.
// With --write it also writes the page.

const rows = await judgeAll()
const wrong = misjudged(rows)
process.stdout.write(`${renderMatrix(rows)}\n\n`)
for (const row of wrong)
  process.stdout.write(`wrong: ${row.name}: ${brokenClauses(row).join(', ') || 'nothing'}\n`)
process.stdout.write(`${rows.length - wrong.length} of ${rows.length} servers judged rightly\n`)
if (process.argv.includes('--write')) {
  writeFileSync(new URL('../../docs/kill-matrix.md', import.meta.url), matrixPage(rows))
}
process.exitCode = wrong.length === 0 ? 0 : 1
