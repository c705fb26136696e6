import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HEAD, recordings } from '../../certification/journal/journal.fixture.ts'
import { journalText } from '../../certification/journal/journal-text.ts'
import { type Judgement, judgeJournal } from '../../certification/judge-journal.ts'
import { judgeTrials } from '../../certification/judge-trials.ts'
import { RULES_VERSION } from '../../certification/rules.ts'
import { FACTS } from '../../certification/testing/certification.fixture.ts'
import { clientJournal } from '../../certification/testing/client-journal.fixture.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { plain } from '../terminal/terminal.ts'
import { renderCertification } from './render-certification.ts'

function judgementOf(trials: Parameters<typeof journalText>[0]['trials']): Judgement {
  const journal = journalText({ head: { ...HEAD, rules: RULES_VERSION }, trials })
  return judgeJournal(journal)
}

const EMPTY = judgementOf([])

function rendered(report: Partial<Report>, judgement: Partial<Judgement> = {}): string {
  return renderCertification(
    { ...EMPTY, ...judgement, report: harmless({ ...EMPTY.report, ...report }) },
    plain,
    100,
  )
}

test('whatever was recorded can be shown, and moves no cursor', () => {
  fc.assert(
    fc.property(recordings, ({ trials }) => {
      const judgement = judgementOf(trials)
      const text = renderCertification({ ...judgement, report: harmless(judgement.report) }, plain, 100)
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }),
    { numRuns: 50 },
  )
})

test('the verdict is certified, not certified, or no certificate', () => {
  expect(rendered({ outcome: 'kept' }, { isCertified: true })).toMatch(/^CERTIFIED$/m)
  expect(rendered({ outcome: 'broken' })).toMatch(/^NOT CERTIFIED {2}broken$/m)
  expect(rendered({ outcome: 'incomplete' })).toMatch(/^NOT CERTIFIED {2}incomplete$/m)
})

test('a broken should is a warning, and stands behind what is broken of level must', () => {
  const clauses = EMPTY.report.clauses.map((clause) => ({ ...clause, verdict: 'broken' as const }))
  const marks = [
    ...rendered({ clauses, outcome: 'broken' }).matchAll(/^([✗!]) \S+ {2}(must|should: a warning),/gm),
  ]
  const levels = marks.map(([, mark, level]) => `${mark} ${level}`)
  expect(levels).toEqual(levels.toSorted().toReversed())
  expect(new Set(levels)).toEqual(new Set(['✗ must', '! should: a warning']))
})

test('what was seen, and rests on an answer of the profile, is said beside what was not observed', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => {
    client.call('GET', '/ping', { headers: { authorization: '', 'x-api-key': '[key]' } })
    return 1
  })
  const report = judgeTrials([trial], DEFAULT_PROFILE, FACTS)
  expect(rendered(report).replaceAll(/\s+/g, ' ')).toContain(
    'If the service accepts it there, change auth in the profile.',
  )
})

test('a remark stands in a section of its own, and leaves the verdict as it is', () => {
  const remarks = [{ id: 'exit-code', message: 'It exits with 0.', scenario: 'A' }]
  const text = rendered({ outcome: 'kept', remarks }, { isCertified: true })
  expect(text).toMatch(/^Remarks, counted by no verdict\n {2}· exit-code: It exits with 0\. Seen in A\.$/m)
  expect(text).toMatch(/^CERTIFIED$/m)
})

test('what is said of the journal itself is said', () => {
  expect(rendered({}, { note: 'Recorded under rules 0.' })).toContain('Recorded under rules 0.')
})
