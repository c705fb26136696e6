import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from './client-clauses.ts'
import { GAPS } from './gaps.ts'
import { SERVER_CLAUSES } from './server-clauses.ts'
import { quotation, STATEMENTS, statementsOf } from './statements.ts'

const NOT_SHOWN = /not shown/i

/** The document, the cells of its tables unpadded. */
const DOCUMENT = readFileSync(new URL('../../docs/reference-1.0.1.md', import.meta.url), 'utf8').replace(
  / +/g,
  ' ',
)

/** What the document may contain in addition to its sentences. */
const MARKUP = [
  /^#+ .+$/, // a heading
  /^\d+\.$/, // the number of a rule
  /^Rules:$/,
  /^[|\s-]+$/, // the borders of a table
  /^\| Resource \| Known fields \| Notes \|$/,
  /^\| State \| Meaning \| What moves it \| Next state \|$/,
  /^\| Method \| Path \| Request \| Response \|$/,
]

/** Reads the document once, statement by statement. */
function readThrough(document: string) {
  const found = new Map<(typeof STATEMENTS)[number], number>()
  const between: string[] = []
  let end = 0
  for (const statement of STATEMENTS) {
    const at = document.indexOf(statement.text, end)
    if (at < 0) continue
    found.set(statement, at)
    between.push(document.slice(end, at))
    end = at + statement.text.length
  }
  return { found, between: [...between, document.slice(end)] }
}

function sectionAt(document: string, position: number): string {
  return [...document.slice(0, position).matchAll(/^## (\d+)\./gm)].at(-1)?.[1] ?? '0'
}

/** The sections of `4.1, 7.1` are 4 and 7. */
function sectionsOf(cited: string): string {
  return sorted(cited.split(', ').map((rule) => rule.split('.')[0] ?? ''))
}

function sorted(sections: readonly string[]): string {
  return [...new Set(sections)].sort().join(', ')
}

describe('the register of statements, compared with docs/reference-1.0.1.md', () => {
  const { found, between } = readThrough(DOCUMENT)

  test('holds every sentence of the document', () => {
    const lines = between.flatMap((text) => text.split('\n')).map((line) => line.trim())
    const left = lines.filter((line) => line !== '' && !MARKUP.some((markup) => markup.test(line)))
    expect(left, 'text of the document that no statement holds').toEqual([])
  })

  test('holds nothing else, nothing twice, and everything in order', () => {
    const unexpected = STATEMENTS.filter((statement) => !found.has(statement)).map(({ text }) => text)
    expect(unexpected, 'statements that the document does not contain next').toEqual([])
  })

  test('cuts at the end of each sentence', () => {
    const uncut = STATEMENTS.filter(({ text }) => /[.:] (\| )?[A-Z]/.test(text)).map(({ text }) => text)
    expect(uncut, 'statements of more than one sentence').toEqual([])
  })

  test('gives each statement its section', () => {
    const misplaced = [...found]
      .map(([{ section, text }, at]) => ({ text, section, standsIn: sectionAt(DOCUMENT, at) }))
      .filter(({ section, standsIn }) => section !== standsIn)
    expect(misplaced).toEqual([])
  })
})

describe('the register', () => {
  const clauses = [...Object.values(SERVER_CLAUSES), ...Object.values(CLIENT_CLAUSES)]
  const gaps = Object.values(GAPS)

  test('names every clause', () => {
    const unnamed = clauses.filter(({ id }) => statementsOf(id).length === 0).map(({ id }) => id)
    expect(unnamed, 'clauses without a statement').toEqual([])
  })

  test('names every gap that the reference says it does not show, where it says so', () => {
    const unnamed = gaps
      .filter(({ kind }) => kind === 'not-shown')
      .filter(({ id }) => !statementsOf(id).some(({ text }) => NOT_SHOWN.test(text)))
    expect(
      unnamed.map(({ id }) => id),
      'gaps without a "not shown"',
    ).toEqual([])
  })

  test('names a gap for every "not shown"', () => {
    const unanswered = STATEMENTS.filter(({ text, gaps }) => NOT_SHOWN.test(text) && gaps.length === 0)
    expect(unanswered.map(({ text }) => text)).toEqual([])
  })

  test('names no silent gap where the reference says that it does not show it', () => {
    const spoken = gaps
      .filter(({ kind }) => kind === 'silent')
      .filter(({ id }) => statementsOf(id).some(({ text }) => NOT_SHOWN.test(text)))
    expect(
      spoken.map(({ id }) => id),
      'silent gaps that a "not shown" names',
    ).toEqual([])
  })

  test('has a statement for each clause and gap in the sections that it cites', () => {
    const disagreeing = [...clauses, ...gaps]
      .map(({ id, section }) => ({
        id,
        cites: sectionsOf(section),
        standsIn: sorted(statementsOf(id).map((statement) => statement.section)),
      }))
      .filter(({ cites, standsIn }) => standsIn !== '' && cites !== standsIn)
    expect(disagreeing).toEqual([])
  })

  test('has one meaning for each id', () => {
    const ids = [...clauses, ...gaps].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})

test('a clause is quoted with its section, in all its sentences or that of one section, or is said to be inferred', () => {
  expect(quotation('timeout-is-not-failure')).toMatch(
    /^The reference, §4.3, 7.1: “A client timeout .*” “A timeout/,
  )
  expect(quotation('one-reference-per-purchase', '4')).toBe(
    'The reference, §4.2: “A new partnerReference means a new, additional purchase.”',
  )
  expect(quotation('documented-operations-only')).toMatch(
    /^No sentence of the reference says so: it is inferred from/,
  )
})
