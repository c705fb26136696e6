import { writeFileSync } from 'node:fs'
import { FORMS, type FormId } from '../history/forms.ts'
import type { SuiteRun } from './broken-server.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, expectedBlame, isFormNamed, judgeAll } from './matrix.ts'
import { serverMatrixPage } from './server-matrix-page.ts'

// Judges every server by both runs of the suite. Fails and names each server whose verdict, or the run that gives it,
// differs from the table. With --write it also writes the page.

const RUNS: readonly SuiteRun[] = ['default', 'thorough']
const wrong: string[] = []

for (const run of RUNS) {
  for (const { server, blamed, conditions } of await judgeAll(BROKEN_SERVERS, run)) {
    const form = FORMS[server.form as FormId]?.words
    const isNamed = conditions.length > 0
    if (isNamed && conditions.join() !== form)
      wrong.push(`${run}: ${server.name}: said to fail only where ${conditions.join(', ')}`)
    if (run === 'default' && isNamed !== isFormNamed(server))
      wrong.push(`${run}: ${server.name}: its form is ${isNamed ? 'named' : 'not named'}`)
    const expected = expectedBlame(server, run) ?? ''
    if (blamed.join() === expected) continue
    const found = blamed.join(', ') || 'nothing'
    wrong.push(`${run}: ${server.name}: blamed for ${found}, expected ${expected || 'nothing'}`)
  }
  for (const { server, blamed } of await judgeAll(ALL_CONFORMING, run))
    if (blamed.length > 0) wrong.push(`${run}: ${server.name}: blamed for ${blamed.join(', ')}, and conforms`)
}

const page = serverMatrixPage()
process.stdout.write(`${page}\n${wrong.map((line) => `wrong: ${line}\n`).join('')}`)
const judged = RUNS.length * (BROKEN_SERVERS.length + ALL_CONFORMING.length)
process.stdout.write(`${judged - wrong.length} of ${judged} judged rightly\n`)
if (process.argv.includes('--write'))
  writeFileSync(new URL('../../docs/maintainers/kill-matrix.md', import.meta.url), page)
process.exitCode = wrong.length === 0 ? 0 : 1
