import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toHtml } from '../html/page.ts'
import { CERTIFIED } from '../html/sample-certificates.fixture.ts'
import { KEPT } from '../html/sample-reports.fixture.ts'
import { toJunit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import { groupRemarks } from './remarks.ts'

const MESSAGE = 'It exits with 0, though nothing was bought <b>.'
const remark = (scenario: string | null, message = MESSAGE) => ({ id: 'exit-code', message, scenario })
const SKUS = (CERTIFIED.scenarios ?? []).map(({ sku }) => sku)
const [first = '', second = ''] = SKUS
const REMARKED: Report = {
  ...CERTIFIED,
  remarks: [remark(first), remark(second), remark(first), remark(null, 'About no scenario.')],
}

describe('remarks', () => {
  test('that are the same in several scenarios are one, with the list of them', () => {
    expect(groupRemarks(REMARKED.remarks)).toEqual([
      { id: 'exit-code', message: MESSAGE, scenarios: [first, second] },
      { id: 'exit-code', message: 'About no scenario.', scenarios: [] },
    ])
  })

  test('are a list in Markdown, as text', () => {
    expect(toMarkdown(harmless(REMARKED))).toContain(
      `## Remarks, counted by no verdict\n\n- \`exit-code\`: It exits with 0, though nothing was bought \\<b\\>. Seen in \`${first}\`, \`${second}\`.\n- `,
    )
  })

  test('are a suite without a case in JUnit, so that they pass and fail nothing', () => {
    expect(toJunit(harmless(REMARKED))).toContain(
      `<testsuite name="Remarks, counted by no verdict" tests="0" failures="0" skipped="0" errors="0">
    <system-out>exit-code: It exits with 0, though nothing was bought &lt;b&gt;. Seen in ${first}, ${second}.`,
    )
  })

  test('lead to their scenarios on the page, and are in its contents', () => {
    const page = toHtml(harmless(REMARKED))
    const section = /<section id="remarks"[\s\S]*?<\/section>/.exec(page)?.[0] ?? ''
    expect(section).toContain(`<a href="#${encodeURIComponent(`scenario/${first}`)}">${first}</a>`)
    expect(section.match(/<li>/g)).toHaveLength(2)
    expect(page).toContain('<a href="#remarks">Remarks</a>')
  })

  test('are nowhere, where there are none', () => {
    for (const render of [toHtml, toJunit, toMarkdown]) expect(render(harmless(KEPT))).not.toMatch(/remarks/i)
  })
})
