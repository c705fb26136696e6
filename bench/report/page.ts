import type { Results } from '../results.ts'
import { connectionsSection } from './connections-section.ts'
import { growthSection } from './growth-section.ts'
import { longLoadSection } from './long-load-section.ts'
import { memorySection } from './memory-section.ts'
import { postgresSection } from './postgres-section.ts'
import { startSection } from './start-section.ts'
import { throughputSection } from './throughput-section.ts'

/** The page of one run: what was measured, on what, and how to measure it again. */
export function page(results: Results): string {
  const { throughput, start, competitorStart, memory, growth, postgres, connections, longLoad } = results
  const sections = [
    throughput && throughputSection(throughput),
    (start ?? competitorStart) && startSection(start ?? [], competitorStart ?? []),
    memory && memorySection(memory),
    growth && growthSection(growth),
    postgres && postgresSection(postgres),
    connections && connectionsSection(connections),
    longLoad && longLoadSection(longLoad),
  ].filter((section) => section !== undefined)
  return `# Performance

Every figure of this page was measured in one run of \`npm run bench\`, which wrote it. Figures of another machine differ;
ratios differ less.

${machineLines(results).join('\n')}
${unrestWarning(results)}
${sections.join('\n\n')}

## Measure it yourself

\`\`\`
npm run bench                      # everything, about 18 minutes; writes this page
npm run bench -- --minutes 10      # with a long load of 10 minutes
npm run bench -- --only growth     # one section, printed and not written
npm run bench:check                # the mock beside the bare server alone, in seconds
node bench/profile/main.ts         # where the mock's time goes, by function and by file
\`\`\`

What the mock is compared with is installed into a temporary folder, which is removed at the end unless there is
\`--keep\`. PostgreSQL is the server that \`DATABASE_URL\` names, or one from npm; \`pgbench\` is taken from the PATH.
The load is the kit's own (\`bench/load/\`): it costs little beside what it measures, checks every status, and tells
latencies of less than a millisecond. \`bench:check\` compares ratios and no times; it fails where one is below half of its
target.
`
}

function machineLines({ machine }: Results): string[] {
  const { processor, cores, memoryGiB, system, node, isPinned, date, loadBefore, loadAfter } = machine
  const sides = isPinned
    ? 'server and load are each kept on a core of their own (`taskset`)'
    : 'server and load share the cores'
  return [
    `- **Machine:** ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}; ${sides}`,
    `- **Node:** ${node}`,
    `- **Date:** ${date}`,
    `- **Load average** of the last minute: ${loadBefore} before the run, ${loadAfter ?? 'unknown'} after it, the run itself included`,
  ]
}

/** With more than this under way already, a server and its load have to share their cores. */
const QUIET = 1.5

/** What a reader must know of a run whose machine had other work to do. */
function unrestWarning({ machine: { loadBefore } }: Results): string {
  if (loadBefore <= QUIET) return ''
  return `
**This machine was busy with other work.** Requests per second are too low and latencies too high, by more than a little;
ratios for the same processor time, bytes and the course of growth are what can be read from this run. Measure on a quiet
machine (a load average below ${QUIET}) before you quote anything else.
`
}
