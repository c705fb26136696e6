import type { CompetitorStart } from '../competitor-start.ts'
import type { ContestantName } from '../contestants.ts'
import type { StartTime } from '../start-times.ts'
import { median, medianRatio } from '../statistics.ts'
import { TARGETS } from '../targets.ts'
import { figure, NONE, table } from './table.ts'
import { targetTable } from './target-table.ts'

/** The first and the second start of the mock, and the limit, as `bench/start.ts` calls them. */
const BARE = 'bare node:http'
const OURS = ['mock, first start', 'mock, second start'] as const

/** From the start of a process to its first answer: of the mock, of bare servers and of what it is compared with. */
export function startSection(times: readonly StartTime[], competitors: readonly CompetitorStart[]): string {
  const parts = [
    '## Cold start',
    ...(times.length > 0 ? [bareTable(times)] : []),
    ...(competitors.length > 0 ? [competitorTable(competitors)] : []),
    '### Targets of a start',
    targets(times, competitors),
  ]
  return parts.join('\n\n')
}

function bareTable(times: readonly StartTime[]): string {
  const rows = times.map(({ name, milliseconds, toBare }) => [name, figure(milliseconds, 1), figure(toBare)])
  return `From the start of the process to its first 200 on \`/ping\`, median of 9. From the second start on, Node finds what it
compiled for the first.

${table(['', 'ms', `to ${times[0]?.name}`], rows)}`
}

function competitorTable(competitors: readonly CompetitorStart[]): string {
  const rows = competitors.map(({ name, title, milliseconds }) => [
    title,
    figure(median(milliseconds), 1),
    name === 'mock' ? NONE : `${figure(mockTo(competitors, name))} ×`,
  ])
  return `Beside others, in turns, median of ${competitors[0]?.milliseconds.length} rounds. Each is asked again and again until it answers, and finds
nothing that Node compiled before: for the mock, its first start.

${table(['', 'ms', 'mock to it'], rows)}`
}

function targets(times: readonly StartTime[], competitors: readonly CompetitorStart[]): string {
  const milliseconds = (name: string) => times.find((time) => time.name === name)?.milliseconds ?? Number.NaN
  return targetTable([
    ...OURS.map((name) => ({
      what: `${name}, to ${BARE}`,
      atMost: TARGETS.startToBare,
      found: milliseconds(name) / milliseconds(BARE),
    })),
    { what: 'mock to Prism', atMost: TARGETS.startToCompetitor, found: mockTo(competitors, 'prism') },
    { what: 'mock to Mockoon', atMost: TARGETS.startToCompetitor, found: mockTo(competitors, 'mockoon') },
  ])
}

function mockTo(competitors: readonly CompetitorStart[], name: ContestantName): number {
  const of = (wanted: ContestantName) => competitors.find((one) => one.name === wanted)?.milliseconds ?? []
  return medianRatio(of('mock'), of(name))
}
