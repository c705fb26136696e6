import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GAPS, type GapId } from '../../../contract/reference/gaps.ts'
import { PARTNERS } from '../../../fixtures/partners.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { OPERATION_GAPS } from '../../prepared/assumptions-header.ts'
import { CAUSE_CODES, causeOf } from '../../prepared/problem-types.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/mock-server.md', import.meta.url), 'utf8')

/** The cells of the rows of the table below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, below = ''] = DOCUMENT.split(`\n## ${heading}\n`)
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

/** Every gap that the assumptions header can name. */
const NAMED_GAPS: readonly GapId[] = [
  ...Object.values(OPERATION_GAPS).flat(),
  ...CAUSE_CODES.flatMap((cause) => causeOf(cause).gaps),
  'error-body',
]

describe('docs/mock-server.md', () => {
  test('lists every scenario with its story and its clauses, and no other', () => {
    const expected = SCENARIOS.map(({ sku, story, clauses }) => [
      code(sku),
      story,
      clauses.map(code).join(', '),
    ])
    expect(rowsBelow('Scenarios')).toEqual(expected)
  })

  test('lists every partner that is known by name, and no other', () => {
    const expected = PARTNERS.map(({ key, story }) => [code(key), story])
    expect(rowsBelow('Keys, and their sandboxes')).toEqual(expected)
  })

  test('lists every refusal with the status that the profile gives it, and no other', () => {
    const listed = rowsBelow('Refusals').map(([name, status]) => [name, status])
    const statusOf = (status: string | number) =>
      typeof status === 'number' ? String(status) : code(`errors.${status}`)
    const expected = CAUSE_CODES.map((name) => [code(name), statusOf(causeOf(name).status)])
    expect(listed).toEqual(expected)
  })

  test('lists every gap that the header can name with its answer and its text, and no other', () => {
    const listed = rowsBelow('The Mock-Assumptions header')
    const expected = [...new Set(NAMED_GAPS)].map((id) => {
      const { profileKey, text } = GAPS[id]
      return [code(id), profileKey === null ? 'nothing' : code(profileKey), text]
    })
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  test('shows an example in-process that prints what it says', () => {
    const [, example = ''] = /```ts\n([^`]*createApp[\s\S]*?)```/.exec(DOCUMENT) ?? []
    const [, printed] = /console\.log\(.*\) \/\/ (.*)\n/.exec(example) ?? []
    const entry = new URL('../../public.ts', import.meta.url).href
    const script = example.replace('partner-purchase-kit/mock-server', entry)
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    })
    expect(printed).toBeDefined()
    expect(output.trim()).toBe(printed)
  })
})
