import { writeFileSync } from 'node:fs'
import type { SuiteRun } from './broken-server.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, judgeAll, mistakesIn } from './matrix.ts'
import { serverMatrixPage } from './server-matrix-page.ts'

// Judges every server by both runs of the suite. Fails and names each server whose verdict, or the run that gives it,
// differs from the table. With --write it also writes the page.

const RUNS: readonly SuiteRun[] = ['default', 'thorough']
const SERVERS = [...BROKEN_SERVERS, ...ALL_CONFORMING]

const wrong: string[] = []
for (const run of RUNS)
  for (const judged of await judgeAll(SERVERS, run)) {
    const mistakes = mistakesIn(judged, run)
    if (mistakes.length > 0) wrong.push(`${run}: ${judged.server.name}: ${mistakes.join('; ')}`)
  }

const page = serverMatrixPage()
process.stdout.write(`${page}\n${wrong.map((line) => `wrong: ${line}\n`).join('')}`)
const judged = RUNS.length * SERVERS.length
process.stdout.write(`${judged - wrong.length} of ${judged} judged rightly\n`)
if (process.argv.includes('--write'))
  writeFileSync(new URL('../../docs/maintainers/kill-matrix.md', import.meta.url), page)
process.exitCode = wrong.length === 0 ? 0 : 1
