import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toHtml } from '../html/page.ts'
import { readPage } from '../html/read-page.fixture.ts'
import { CERTIFIED } from '../html/sample-certifications.fixture.ts'
import { KEPT } from '../html/sample-reports.fixture.ts'
import { toJunit } from '../junit/junit.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { groupRemarks } from './notes.ts'

const MESSAGE = 'It exits with 0, though nothing was bought.'
const remark = (scenario: string | null, message = MESSAGE) => ({ id: 'exit-code', message, scenario })
const [first = '', second = ''] = (CERTIFIED.scenarios ?? []).map(({ sku }) => sku)
const REMARKED: Report = {
  ...CERTIFIED,
  remarks: [remark(first), remark(second), remark(first), remark(null, 'About no scenario.')],
}

describe('remarks', () => {
  test('that are equal in several scenarios are merged, with a list of the scenarios', () => {
    expect(groupRemarks(REMARKED.remarks)).toEqual([
      { id: 'exit-code', message: MESSAGE, scenarios: [first, second] },
      { id: 'exit-code', message: 'About no scenario.', scenarios: [] },
    ])
  })

  test('are listed in Markdown', () => {
    const text = toMarkdown(harmless(REMARKED))
    expect(text).toContain(`- \`exit-code\`: ${MESSAGE} Seen in \`${first}\`, \`${second}\`.`)
  })

  test('are a suite without cases in JUnit, so that they neither pass nor fail', () => {
    expect(toJunit(harmless(REMARKED))).toMatch(
      /<testsuite name="Remarks[^"]*" tests="0" failures="0" skipped="0" errors="0" time="0.000">\s*<system-out>exit-code: It exits/,
    )
  })

  test('link to their scenarios on the page', () => {
    const { text, links } = readPage(REMARKED)
    expect(text).toContain(
      `Remarks, which change no verdict exit-code: ${MESSAGE} Seen in ${first}, ${second}.`,
    )
    expect(links.map(({ name }) => name)).toContain(second)
  })

  test('have no section if there are none', () => {
    for (const render of [toHtml, toJunit, toMarkdown]) expect(render(harmless(KEPT))).not.toMatch(/remarks/i)
  })
})
