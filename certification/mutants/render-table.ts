import { CLIENT_CLAUSES } from '../../contract/client-clauses.ts'
import type { Report } from '../../contract/report.ts'
import { type JudgedCell, type JudgedVariation, MISTAKES } from './table.ts'
import { TRIGGERS, type Trigger, type TriggerId } from './triggers.ts'

const CLAUSES = Object.values(CLIENT_CLAUSES)
const CLAUSE_IDS: readonly string[] = CLAUSES.map(({ id }) => id)
const TRIGGER_IDS = Object.keys(TRIGGERS) as readonly TriggerId[]
const WIDTH = 3

/** The clauses that a report finds broken. */
export function blamedClauses({ clauses }: Report): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
}

/** What is wrong with the report on a cell's client; undefined where it blames what it must, and nothing else. */
export function misjudged({ cell, report }: JudgedCell): string | undefined {
  const expected = 'blames' in cell.expected ? cell.expected.blames : []
  const found = blamedClauses(report)
  if (found.toSorted().join() === expected.toSorted().join()) return undefined
  return `${cell.name}: blamed for ${found.join(', ') || 'nothing'}, not for ${expected.join(', ') || 'nothing'}`
}

/** What is wrong with the report on a good client: a clause that it does not keep, or a scenario. */
export function wronged({ variation, report }: JudgedVariation): string | undefined {
  const clauses = report.clauses.filter(({ verdict }) => verdict !== 'kept')
  const scenarios = (report.scenarios ?? []).filter(({ outcome }) => outcome !== 'kept')
  const said = [
    ...clauses.map(({ id, verdict }) => `${id} ${verdict}`),
    ...scenarios.map(({ sku, outcome }) => `${sku} ${outcome}`),
  ]
  return said.length === 0 ? undefined : `${variation.says}: ${said.join(', ')}`
}

/** The table as a text: mistakes and triggers, then good clients and triggers. */
export function renderTable(cells: readonly JudgedCell[], variations: readonly JudgedVariation[]): string {
  const names = [...MISTAKES, ...variations.map(({ variation }) => variation)].map(({ says }) => says.length)
  const width = Math.max(...names) + 1
  const line = (says: string, marks: readonly string[], end = '') =>
    `${says.padEnd(width)}${marks.map((mark) => mark.padStart(WIDTH)).join('')}  ${end}`.trimEnd()
  const numbers = TRIGGER_IDS.map((_, index) => `${index + 1}`)
  return [
    ...legend(),
    '',
    line('', numbers),
    ...MISTAKES.map((mistake) => {
      const row = cells.filter(({ cell }) => cell.mistake === mistake)
      const marks = TRIGGER_IDS.map((id) => markOf(row.find(({ cell }) => cell.trigger === id)))
      return line(mistake.says, marks, alongside(row))
    }),
    '',
    line('', numbers),
    ...variations.map(({ variation, report }) =>
      line(
        variation.says,
        TRIGGER_IDS.map((id) => (isBlameless(report, TRIGGERS[id]) ? '·' : '!')),
      ),
    ),
  ].join('\n')
}

function legend(): readonly string[] {
  const clauses = CLAUSES.map(({ id, level }) => `${letterOf(id)} ${id} (${level})`)
  const triggers = TRIGGER_IDS.map((id, index) => {
    const { says, scenarios }: Trigger = TRIGGERS[id]
    const where = scenarios.length === 0 ? '' : `  ${scenarios.join(', ')}`
    return `${String(index + 1).padStart(2)} ${says.padEnd(54)}${where}`.trimEnd()
  })
  return [...triggers, '', ...clauses]
}

function letterOf(id: string): string {
  return String.fromCharCode('a'.charCodeAt(0) + CLAUSE_IDS.indexOf(id))
}

function markOf(judged: JudgedCell | undefined): string {
  if (judged === undefined) return ''
  if (misjudged(judged) !== undefined) return '!'
  const { expected } = judged.cell
  return 'blames' in expected ? letterOf(expected.blames[0] ?? '') : '–'
}

/** The clauses that a row's clients can't keep with the one that a cell names. */
function alongside(row: readonly JudgedCell[]): string {
  const more = row.flatMap(({ cell: { expected } }) => ('blames' in expected ? expected.blames.slice(1) : []))
  return more.length === 0 ? '' : `+ ${[...new Set(more)].map(letterOf).join(' ')}`
}

function isBlameless(report: Report, { scenarios }: Trigger): boolean {
  return (report.scenarios ?? [])
    .filter(({ sku }) => scenarios.length === 0 || scenarios.some((one) => one === sku))
    .every(({ outcome, clauses }) => outcome === 'kept' && !Object.values(clauses).includes('broken'))
}
