import { cpus, loadavg, release, totalmem, type } from 'node:os'
import {
  type Bound,
  boundsOf,
  type Measurements,
  median,
  type Sample,
  type ServerSamples,
  type StartTimes,
  shareOfBare,
  startToBare,
} from './figures.ts'
import { type Install, MOST } from './install.ts'
import { START_ROUNDS, type ThroughputPlan } from './measure.ts'
import { CONNECTIONS, type MeasuredOperation, OPERATIONS } from './operations.ts'
import { IS_PINNED } from './server-process.ts'

type Machine = {
  readonly processor: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  readonly isPinned: boolean
  readonly date: string
  /** Of the last minute, before the first measurement: what else was going on. */
  readonly loadBefore: number
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    isPinned: IS_PINNED,
    date: new Date().toISOString().slice(0, 10),
    loadBefore: loadavg()[0] ?? Number.NaN,
  }
}

const QUIET = 1.5
const BUSY =
  '. **The machine was busy with other work**: read the ratios alone, and measure again before you quote a figure.'

function loadText({ loadBefore }: Machine): string {
  return `${loadBefore.toFixed(2)}${loadBefore > QUIET ? BUSY : ''}`
}

export type Results = Measurements & { readonly machine: Machine; readonly plan: ThroughputPlan }

export function performancePage(results: Results): string {
  const { servers, starts, plan } = results
  return `# Performance

\`npm run bench\` measured every figure of this page in one run and wrote the page. Another machine has other figures; the ratios
differ less. [Installs](installs.md) are measured apart.

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

${OPERATIONS.map((operation) => operationTable(operation, servers)).join('\n\n')}

The servers do not do the same work for an answer:

${servers.map(({ title, does }) => `- **${title}**: ${does}`).join('\n')}

## Cold start

The time from the start of the process to its first 200 on \`/ping\`, the median of ${START_ROUNDS} starts. At a second start, Node
finds the code that it compiled at the first.

${table(['', 'ms', 'to bare'], starts.map(startRow(starts)))}

## Measure it yourself

\`\`\`
npm run bench                      # everything; writes this page
npm run bench -- --without-peers   # without the other products; prints the page
npm run bench:check                # the mock beside the bare server; fails below a bound
npm run bench:start                # the cold start alone
npm run bench:install              # the installs; with -- --write, into their page
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
  const rows = servers.flatMap((server) => {
    const samples = server.samples[operation.name]
    if (samples === undefined) return []
    const medianOf = (read: (sample: Sample) => number) => median(samples.map(read))
    const cells = [
      server.title,
      count(medianOf(({ requestsPerSecond }) => requestsPerSecond)),
      figure(
        medianOf(({ p99Ms }) => p99Ms),
        0,
      ),
      figure(medianOf(({ coreUsed }) => coreUsed ?? Number.NaN)),
      figure(shareOfBare(servers, server, operation.name)),
    ]
    return [cells]
  })
  return `### \`${operation.title}\`\n\n${table(['', 'requests/s', 'p99, ms', 'core used', 'to bare'], rows)}`
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

export function installPage(installs: readonly Install[], machine: Machine, npm: string): string {
  const { processor, cores, node, date } = machine
  const rows = installs.map(({ title, packages, megabytes, seconds }) => [
    title,
    String(packages),
    megabytes.toFixed(1),
    seconds.emptyCache.toFixed(1),
    seconds.filledCache.toFixed(1),
  ])
  return `# Installs

\`npm run bench:install -- --write\` measured them, and wrote this page.

\`npm install\` of each into an empty project, without its install scripts: the packages that are there then, what they take of
the disk, and the median of the seconds, with an empty cache of npm and with one that has every package. ${processor}, ${cores} cores,
Node ${node}, npm ${npm}, ${date}. The kit may bring ${MOST.packages} packages and ${MOST.megabytes} MB, and take ${MOST.seconds} s
where the packages are in the cache. Load average of the minute before: ${loadText(machine)}

${table(['', 'packages', 'MB', 's, empty cache', 's, filled cache'], rows)}
`
}

/** A table in Markdown: the first column is of words, the others of figures. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = heads.map((_, index) => (index === 0 ? '---' : '---:'))
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
