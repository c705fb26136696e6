import { describe, expect, test } from 'vitest'
import type { Lesson, Report } from '../../../contract/report/report.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import { KEPT, withVerdicts } from '../../../reporting/html/sample-reports.fixture.ts'
import { plain } from '../../terminal/terminal.ts'
import { renderReport } from './show-report.ts'

const shown = (report: Report, width = 100) => renderReport(harmless(report), { paint: plain, width })

describe('on a terminal', () => {
  test('a message that several clauses have in common is said once, below them, with their names', () => {
    const unseen = withVerdicts(KEPT, {
      'key-required': ['not-observed', 'The header was refused.'],
      'ip-allowlist': ['not-observed', 'The header was refused.'],
      'lookup-position': ['not-observed', 'No order was found.'],
    })
    const text = shown({ ...unseen, outcome: 'incomplete' })
    expect(text.split('The header was refused.')).toHaveLength(2)
    expect(text).toContain('\n\n○ key-required, ip-allowlist\n    The header was refused.\n\n')
    expect(text).toMatch(/○ lookup-position .*\n {4}not-observed: No order was found\.\n/)
  })

  test('what is kept is named in a few lines, and a broken clause stands beside the verdict with its cause and fix', () => {
    const lesson: Lesson = {
      consequence: 'It may buy twice.',
      cause: 'The envelope is missing.',
      remedy: 'Add it.',
      command: 'run',
    }
    const broken = withVerdicts(KEPT, { 'data-envelope': ['broken', 'There is no data.', lesson] })
    const text = shown({ ...broken, outcome: 'broken' })
    expect(text).toMatch(/^✓ ping-ok, ping-mode-test, [^✓]*\n\n✗ data-envelope /)
    expect(text).toContain(
      `    broken: There is no data.\n    Failed check  data-envelope is kept, second\n    Usual cause   The envelope is missing.\n    Smallest fix  Add it.\n\nAssumptions`,
    )
    expect(text).toMatch(/\nBROKEN, 15 of 16 [^\n]*$/)
  })

  test('a run that is kept fits into ten lines', () => {
    expect(shown(KEPT, 80).split('\n').length).toBeLessThanOrEqual(10)
  })
})
