import { describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { readPage } from './read-page.fixture.ts'
import { certification } from './sample-certificates.fixture.ts'
import { AT_ONCE, TWO_CARDS } from './sample-scenarios.fixture.ts'

describe('warnings', () => {
  const warned = readPage(
    certification([AT_ONCE, { ...TWO_CARDS, clauses: { 'stable-reference': 'broken' } }]),
  )

  test('are counted apart, and keep nobody from a certificate', () => {
    expect(warned.heading).toBe('certified')
    expect(warned.text).toContain('14 of 15 clauses kept, 0 broken, 1 warning, 0 not observed.')
    expect(warned.text).not.toMatch(/real money|Begin with/)
    expect(warned.section('Needs attention')?.text).toContain('Nothing: every must was observed, and kept.')
    expect(warned.section('Warnings')?.text).toMatch(/stable-reference .* warning$/)
  })

  test('are no cross in the summary', () => {
    const text = toMarkdown(
      harmless(certification([AT_ONCE, { ...TWO_CARDS, clauses: { 'stable-reference': 'broken' } }])),
    )
    expect(text).toMatch(/\| ⚠️ warning \| `stable-reference` /)
    expect(text).not.toContain('❌')
  })

  test('are all that is said of where a run is strict, and no must is broken', () => {
    const report = certification([{ ...TWO_CARDS, clauses: { 'stable-reference': 'broken' } }])
    const { text } = readPage({ ...report, outcome: 'broken' })
    expect(text).toContain(
      'No clause that this client must keep is broken. The run is strict: 1 recommendation',
    )
    expect(text).not.toContain('real money')
  })
})
