import { describe, expect, test } from 'vitest'
import { harmless } from '../../../contract/text/harmless.ts'
import { KEPT } from '../../../reporting/html/sample-reports.fixture.ts'
import { plain } from '../../terminal/terminal.ts'
import { renderReport } from './render.ts'

describe('remarks on a terminal', () => {
  const remark = (scenario: string, message: string) => ({ id: 'exit-code', message, scenario })
  const text = renderReport(
    harmless({
      ...KEPT,
      remarks: [remark('A', 'It exits with 0.\u001b[2J'), remark('B', 'It exits with 0.\u001b[2J')],
    }),
    plain,
    100,
  )

  test('are their own section, with one entry for several scenarios', () => {
    expect(text).toMatch(
      /^Remarks, counted by no verdict\n {2}· exit-code: It exits with 0\..* Seen in A, B\.$/m,
    )
  })

  test('move no cursor', () => {
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})
