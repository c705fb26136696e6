import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import type { ClientJudgement } from './runner/judge-client.ts'
import { type JudgedCell, type JudgedVariation, MISTAKES } from './table.ts'
import type { Trigger } from './triggers/trigger.ts'
import { TRIGGERS, type TriggerId } from './triggers.ts'

const CLAUSES = Object.values(CLIENT_CLAUSES)
const CLAUSE_IDS: readonly string[] = CLAUSES.map(({ id }) => id)
const TRIGGER_IDS = Object.keys(TRIGGERS) as readonly TriggerId[]
const WIDTH = 2

/** The clauses that are reported as broken. */
function blamedIn({ verdicts }: ClientJudgement): readonly string[] {
  return [...verdicts].filter(([, verdict]) => verdict === 'broken').map(([id]) => id)
}

/** The error in the verdict on a cell's client; undefined when it is exactly as expected. */
export function misjudged({ cell, judgement }: JudgedCell): string | undefined {
  const said = [...blamedIn(judgement), ...judgement.remarks]
  const expected = [...cell.expected.blames, ...cell.expected.remarks]
  if (said.toSorted().join() === expected.toSorted().join()) return undefined
  return `${cell.name}: said ${said.join(', ') || 'nothing'}, not ${expected.join(', ') || 'nothing'}`
}

/** The error in the verdict on a correct client: a clause that is not kept, or a scenario. */
export function wronged({ variation, judgement }: JudgedVariation): string | undefined {
  const said = variation.gap === undefined ? unkeptIn(judgement) : blamedIn(judgement)
  // Another answer to a gap is remarked on, and so is what comes of it.
  const remarks = variation.gap === undefined ? judgement.remarks.filter((id) => id !== variation.remark) : []
  const certified = variation.gap !== undefined && unkeptIn(judgement).length === 0 ? ['certified'] : []
  const wrong = [...said, ...remarks, ...certified]
  return wrong.length === 0 ? undefined : `${variation.says}: ${wrong.join(', ')}`
}

function unkeptIn({ verdicts, passed }: ClientJudgement): readonly string[] {
  return [
    ...[...verdicts].filter(([, verdict]) => verdict !== 'kept').map((entry) => entry.join(' ')),
    ...[...passed].filter(([, isPassed]) => !isPassed).map(([sku]) => `${sku} not passed`),
  ]
}

/** The table as text: mistakes and triggers, then correct clients and triggers. */
export function renderTable(cells: readonly JudgedCell[], variations: readonly JudgedVariation[]): string {
  const names = [...MISTAKES, ...variations.map(({ variation }) => variation)].map(({ says }) => says.length)
  const width = Math.max(...names) + 1
  const line = (says: string, marks: readonly string[], end = '') =>
    `${says.padEnd(width)}${marks.map((mark) => mark.padStart(WIDTH)).join('')}  ${end}`.trimEnd()
  // A number of two digits is written vertically, so that a column is as narrow as its marks.
  const heads = [0, 1].map((digit) =>
    line(
      '',
      TRIGGER_IDS.map((_, index) => `${index + 1}`.padStart(2)[digit] ?? ''),
    ),
  )
  return [
    ...heads,
    ...MISTAKES.map((mistake) => {
      const row = cells.filter(({ cell }) => cell.mistake === mistake)
      const marks = TRIGGER_IDS.map((id) => markOf(row.find(({ cell }) => cell.trigger === id)))
      return line(mistake.says, marks, alongside(row))
    }),
    '',
    countWords(cells, variations),
    '',
    ...legend(),
    '',
    ...heads,
    ...variations.map(({ variation, judgement }) => {
      const { says, remark, gap } = variation
      const unseen = gap === undefined ? '!' : '○'
      const marks = TRIGGER_IDS.map((id) => (isBlameless(judgement, TRIGGERS[id]) ? '·' : unseen))
      return line(says, marks, gap ?? (remark === undefined ? '' : `* ${remark}`))
    }),
    '',
    ...reasons(cells),
  ].join('\n')
}

function countWords(cells: readonly JudgedCell[], variations: readonly JudgedVariation[]): string {
  const expected = cells.map(({ cell }) => cell.expected)
  const blamed = expected.filter(({ blames }) => blames.length > 0).length
  const remarked = expected.filter(({ blames, remarks }) => blames.length === 0 && remarks.length > 0).length
  const unseen = cells.length - blamed - remarked
  return `${cells.length} cells: ${blamed} blamed, ${remarked} remarked on (*), ${unseen} not to be seen (–). ${variations.length} good clients.`
}

function legend(): readonly string[] {
  const clauses = CLAUSES.map(({ id, level }) => `${letterOf(id)} ${id} (${level})`)
  const triggers = TRIGGER_IDS.map((id, index) => {
    const [says, scenario] = TRIGGERS[id]
    return `${String(index + 1).padStart(2)} ${says.padEnd(54)}  ${scenario ?? ''}`.trimEnd()
  })
  return [...triggers, '', ...clauses]
}

/** Why some cells report no clause. */
function reasons(cells: readonly JudgedCell[]): readonly string[] {
  return cells.flatMap(({ cell: { name, expected } }) => {
    if (expected.why === undefined) return []
    const [remark] = expected.remarks
    return [`${remark === undefined ? '–' : `* ${remark}:`} ${name}`, `    ${expected.why}`]
  })
}

function letterOf(id: string): string {
  return String.fromCharCode('a'.charCodeAt(0) + CLAUSE_IDS.indexOf(id))
}

function markOf(judged: JudgedCell | undefined): string {
  if (judged === undefined) return ''
  if (misjudged(judged) !== undefined) return '!'
  const { blames, remarks } = judged.cell.expected
  if (blames[0] !== undefined) return letterOf(blames[0])
  return remarks.length > 0 ? '*' : '–'
}

/** The clauses that a row's clients break together with the one that a cell names. */
function alongside(row: readonly JudgedCell[]): string {
  const more = row.flatMap(({ cell: { expected } }) => expected.blames.slice(1))
  return more.length === 0 ? '' : `+ ${[...new Set(more)].map(letterOf).join(' ')}`
}

function isBlameless({ passed }: ClientJudgement, [, scenario]: Trigger): boolean {
  return scenario === null ? [...passed.values()].every(Boolean) : passed.get(scenario) === true
}
