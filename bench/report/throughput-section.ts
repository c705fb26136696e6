import { CONTESTANTS, type ContestantName, contestantsIn } from '../contestants.ts'
import { type MeasuredOperation, OPERATIONS, type OperationName } from '../operations.ts'
import type { ThroughputResults } from '../results.ts'
import { ratioOf, samplesOf, summaryOf } from '../summary.ts'
import { TARGETS } from '../targets.ts'
import type { Throughput } from '../throughput.ts'
import { type BarGroup, barChart } from './bar-chart.ts'
import { count, figure, NONE, table } from './table.ts'
import { targetTable } from './target-table.ts'

const HEADS = ['', 'requests/s', '± rounds', 'p50, ms', 'p99, ms', 'core used', 'to bare', 'mock to it']

/** Requests per second and latency, a table for each operation, and what was aimed at. */
export function throughputSection({ connections, seconds, rounds, servers }: ThroughputResults): string {
  return `## Requests per second

Median of ${rounds} rounds, in which the servers take turns; each round starts each server anew. ${connections} connections
are kept alive, and each asks again as soon as it is answered, for ${seconds} s: the latency is that of a server at its
limit. A server has had 4 s of load before anything of it is measured. The status of every answer is checked; one that
is no 2xx ends the run.

*To bare* and *mock to it* are ratios of requests for the same processor time, round by round: what else the machine
did is left aside, as far as that goes. *Core used* is how much of one core the server took: less than 1.00 means that
the load, or another process, kept it from more. *± rounds* is half of how far the rounds lie apart.

![Requests per second](performance.svg)

${OPERATIONS.map((operation) => operationTable(operation, servers)).join('\n\n')}

${differences()}

### Targets

${targets(servers)}`
}

function operationTable({ name, title }: MeasuredOperation, servers: Throughput): string {
  const of = (contestant: ContestantName) => samplesOf(servers, contestant, name)
  const rows = contestantsIn(name).map((contestant) => {
    const summary = summaryOf(of(contestant.name))
    if (summary === undefined) return [contestant.title, ...Array<string>(HEADS.length - 1).fill(NONE)]
    return [
      contestant.title,
      count(summary.requestsPerSecond),
      `${figure((summary.spread / 2) * 100, 0)} %`,
      figure(summary.p50Ms),
      figure(summary.p99Ms),
      figure(summary.serverBusy),
      figure(ratioOf(of(contestant.name), of('bare'))),
      contestant.name === 'mock' ? NONE : `${figure(ratioOf(of('mock'), of(contestant.name)))} ×`,
    ]
  })
  return `### \`${title}\`\n\n${table(HEADS, rows)}`
}

/** What each server does for its answer, and what it has no answer for. */
function differences(): string {
  const lines = CONTESTANTS.map(({ title, package: from, does, lacks }) => {
    const version = from === null ? '' : ` ${from.version}`
    const reasons = Object.entries(lacks).map(([operation, reason]) => ` No ${operation}: ${reason}.`)
    return `- **${title}${version}**: ${does}${reasons.join('')}`
  })
  return `They do not do the same work for their answers:\n\n${lines.join('\n')}`
}

function targets(servers: Throughput): string {
  const ratio = (ours: ContestantName, operation: OperationName, to: ContestantName) =>
    ratioOf(samplesOf(servers, ours, operation), samplesOf(servers, to, operation))
  const toBare = OPERATIONS.flatMap(({ name, title, target }) =>
    target === null
      ? []
      : [{ what: `\`${title}\`, to bare`, atLeast: target, found: ratio('mock', name, 'bare') }],
  )
  const inSqlite = {
    what: '`POST /orders, new`, SQLite file, to bare',
    atLeast: TARGETS.sqliteToBare,
    found: ratio('mock-sqlite', 'purchase', 'bare'),
  }
  const times = (to: ContestantName) => ratio('mock', 'purchase', to)
  const toOthers = [
    { what: '`POST /orders`, times Mockoon', atLeast: TARGETS.timesMockoon, found: times('mockoon') },
    { what: '`POST /orders`, times Prism', atLeast: TARGETS.timesPrism, found: times('prism') },
  ]
  return targetTable([...toBare, inSqlite, ...toOthers])
}

/** The same figures as a picture. */
export function throughputChart({ servers }: ThroughputResults): string {
  const groups = OPERATIONS.map(
    ({ name, title }): BarGroup => ({
      name: title,
      bars: contestantsIn(name).map((contestant) => {
        const rate = summaryOf(samplesOf(servers, contestant.name, name))?.requestsPerSecond ?? null
        const label = rate === null ? 'not supported' : count(rate)
        return { name: contestant.title, value: rate, label, isOurs: contestant.isOurs }
      }),
    }),
  )
  return barChart('Requests per second, one core (more is better)', groups)
}
