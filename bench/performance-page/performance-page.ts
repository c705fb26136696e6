import { type Bound, boundsOf, type Measurements, shareOfBare, startToBare } from '../bounds.ts'
import { loadText, type Machine } from '../machine.ts'
import { CONNECTIONS, type MeasuredOperation, OPERATIONS } from '../operations.ts'
import { median, type Sample } from '../ratios.ts'
import { START_ROUNDS, type StartTimes } from '../start/start-times.ts'
import { table } from '../table.ts'
import type { ServerSamples, ThroughputPlan } from '../throughput/throughput.ts'
import { type BarGroup, barChart } from './bar-chart.ts'

export type Results = Measurements & { readonly machine: Machine; readonly plan: ThroughputPlan }

/**
 * The page of one run, in Markdown: what was measured, on what, and how to measure it again.
 *
 * @param installs the section about installs, which are measured apart.
 */
export function performancePage(results: Results, installs: string): string {
  const { servers, starts, plan } = results
  return `# Performance

\`npm run bench\` measured every figure of this page in one run and wrote the page; those of [Install](#install) are measured
apart. Another machine has other figures; the ratios differ less.

${machineLines(results.machine).join('\n')}

## What the mock is held to

\`npm run bench:check\` fails where one of these is missed.

${table(['', 'bound', 'measured', ''], boundsOf(results).map(boundRow))}

## Requests per second

The servers run side by side and take turns, in rounds of ${plan.seconds} s for each operation. Every figure is the median of
${plan.restarts * plan.rounds} rounds; all servers were started ${plan.restarts} times. autocannon keeps ${CONNECTIONS} connections busy, each with one request
at a time. A new order has a new \`partnerReference\`. An answer that is no 2xx ends the run.

- **to bare** compares the requests for the same processor time with those of the bare server, round by round. A server
  that can also wait, for a pipe or a disk, gets the lower of two ratios: this one, and that for the same time on the clock.
- **core used** is the share of one core that the server took. Below 1.00, it waited: for the load, a disk or a pipe.

![Requests per second](performance.svg)

${OPERATIONS.map((operation) => operationTable(operation, servers)).join('\n\n')}

The servers do not do the same work for an answer:

${servers.map(({ title, does }) => `- **${title}**: ${does}`).join('\n')}

## Cold start

The time from the start of the process to its first 200 on \`/ping\`, the median of ${START_ROUNDS} starts. At a second start, Node
finds the code that it compiled at the first.

${table(['', 'ms', 'to bare'], starts.map(startRow(starts)))}

${installs}## Measure it yourself

\`\`\`
npm run bench                      # everything; writes this page
npm run bench -- --without-peers   # without the other products; prints the page
npm run bench:check                # the mock beside the bare server; fails below a bound
npm run bench:start                # the cold start alone
npm run bench:install              # the installs; with -- --write, into this page
\`\`\`

The machine must have nothing else to do. npm installs the other products into a temporary folder, which is removed at the
end; PostgreSQL comes from npm, too.
`
}

function machineLines(machine: Machine) {
  const { processor, cores, memoryGiB, system, node, isPinned, date } = machine
  const sides = isPinned
    ? 'the servers have one core and the load another (`taskset`)'
    : 'servers and load share the cores'
  return [
    `- **Machine:** ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}; ${sides}`,
    `- **Node:** ${node}`,
    `- **Date:** ${date}`,
    `- **Load average** of the minute before: ${loadText(machine)}`,
  ]
}

function boundRow({ what, isAtLeast, bound, found, isKept }: Bound): string[] {
  return [what, `${isAtLeast ? '≥' : '≤'} ${figure(bound)}`, figure(found), isKept ? 'kept' : '**missed**']
}

function operationTable(operation: MeasuredOperation, servers: readonly ServerSamples[]): string {
  const rows = measuredBy(operation, servers).map(({ server, samples }) => {
    const medianOf = (read: (sample: Sample) => number) => median(samples.map(read))
    return [
      server.title,
      count(medianOf(({ requestsPerSecond }) => requestsPerSecond)),
      figure(
        medianOf(({ p99Ms }) => p99Ms),
        0,
      ),
      figure(medianOf(({ coreUsed }) => coreUsed ?? Number.NaN)),
      figure(shareOfBare(servers, server, operation.name)),
    ]
  })
  return `### \`${operation.title}\`\n\n${table(['', 'requests/s', 'p99, ms', 'core used', 'to bare'], rows)}`
}

/** The same requests per second as a picture. */
export function throughputChart({ servers }: Measurements): string {
  const groups = OPERATIONS.map(
    (operation): BarGroup => ({
      name: operation.title,
      bars: measuredBy(operation, servers).map(({ server, samples }) => {
        const value = median(samples.map(({ requestsPerSecond }) => requestsPerSecond))
        const name = server.title.replaceAll('`', '')
        return { name, value, label: count(value), isOurs: server.title.startsWith('this mock') }
      }),
    }),
  )
  return barChart('Requests per second (more is better)', groups)
}

function measuredBy({ name }: MeasuredOperation, servers: readonly ServerSamples[]) {
  return servers.flatMap((server) => {
    const samples = server.samples[name]
    return samples ? [{ server, samples }] : []
  })
}

function startRow(starts: readonly StartTimes[]) {
  return ({ title, milliseconds }: StartTimes) => [
    title,
    figure(median(milliseconds), 0),
    figure(startToBare(starts, title)),
  ]
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-GB')
}

/** A dash where nothing was measured. */
function figure(number: number, decimals = 2): string {
  return Number.isFinite(number) ? number.toFixed(decimals) : '–'
}
