import { writeFileSync } from 'node:fs'
// In a project that has the package installed: from 'partner-purchase-kit'.
import { certify } from '../../cli/public.ts'

// Runs a client in the scenarios that lose money most often, in a few seconds, and prints what to fix:
//   node examples/certification/certify.ts node my-client.mjs
// Without `only`, all of them are run, and what keeps every clause is certified.

const [program, ...args] = process.argv.slice(2)
if (program === undefined) throw new Error('Name the command that starts your client.')

const { report, journal } = await certify({
  command: [program, ...args],
  only: ['SCENARIO-AT-ONCE', 'SCENARIO-LOST-AFTER', 'SCENARIO-TOO-DEAR'],
  onProgress: (progress) => {
    if (progress.event === 'ended') console.log(`${progress.sku}: ${progress.report?.outcome}`)
  },
})

for (const { id, verdict, checks } of report.clauses) {
  if (verdict !== 'broken') continue
  const [found] = checks.filter((check) => check.verdict === 'broken')
  console.log(`\n${id}: ${found?.message}\n${found?.lesson?.remedy ?? ''}`)
}

// `partner-purchase judge journal.jsonl` decides again from it, and so does `judge` of the package.
if (process.env.JOURNAL !== undefined) writeFileSync(process.env.JOURNAL, journal)
process.exitCode = report.outcome === 'broken' ? 1 : 0
