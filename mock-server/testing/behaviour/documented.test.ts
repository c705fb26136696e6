import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PARTNERS } from '../../../fixtures/partners.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { CAUSE_CODES, causeOf } from '../../refusals.ts'

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** The rows of the table below a heading, as cells. */
function rowsBelow(name: string, heading: string): string[][] {
  const [, below = ''] = page(name).split(`\n## ${heading}\n`)
  const lines = below.split('\n## ')[0]?.split('\n') ?? []
  const rows = lines.filter((line) => line.startsWith('| `'))
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const code = (text: string) => `\`${text}\``

describe('the documentation', () => {
  test('lists every scenario, and no other', () => {
    const [, below = ''] = page('scenarios.md').split('\n## The built-in scenarios\n')
    const rows =
      below
        .split('\n## ')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| ')) ?? []
    const names = rows.flatMap((row) =>
      Array.from(row.matchAll(/`([^`]+)`/g), ([, name]) => `SCENARIO-${name}`),
    )
    expect(names).toEqual(SCENARIOS.map(({ sku }) => sku))
  })

  test('names no other number of scenarios', () => {
    const pages = ['../README.md', 'certification.md', 'tutorial.md'].map(page).join()
    const numbers = Array.from(pages.matchAll(/(\d+)\s+\[?scenarios/g), ([, count]) => Number(count))
    expect(new Set(numbers)).toEqual(new Set([SCENARIOS.length]))
  })

  test('lists every named partner, and no other', () => {
    const expected = PARTNERS.map(({ key, story }) => [code(key), story])
    expect(rowsBelow('mock-server.md', 'Keys and partners')).toEqual(expected)
  })

  test('lists every refusal with the status that the profile gives it, and no other', () => {
    const listed = rowsBelow('mock-server.md', 'Refusals').map(([name, status]) => [name, status])
    const statusOf = (status: string | number) =>
      typeof status === 'number' ? String(status) : code(`errors.${status}`)
    const expected = CAUSE_CODES.map((name) => [code(name), statusOf(causeOf(name).status)])
    expect(listed).toEqual(expected)
  })
})
