import fc from 'fast-check'
import { expect, test } from 'vitest'
import { journalText } from '../../certification/journal.ts'
import { type Judgement, judgeJournal, judgeTrials } from '../../certification/judge.ts'
import { RULES_VERSION } from '../../certification/rules.ts'
import { certify, FACTS } from '../../certification/testing/certification.fixture.ts'
import { type Client, clientJournal } from '../../certification/testing/client-journal.fixture.ts'
import { clientOf } from '../../certification/testing/clients.fixture.ts'
import { HEAD, recordings } from '../../certification/testing/journal.fixture.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Report } from '../../contract/report/report.ts'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { plain } from '../terminal/terminal.ts'
import { timeLine } from './render-outcomes.ts'
import { renderCertification } from './show-certification.ts'

function judgementOf(trials: Parameters<typeof journalText>[0]['trials']): Judgement {
  const journal = journalText({ head: { ...HEAD, rules: RULES_VERSION }, trials })
  return judgeJournal(journal)
}

const EMPTY = judgementOf([])

function rendered(report: Partial<Report>, judgement: Partial<Judgement> = {}): string {
  return renderCertification(
    { ...EMPTY, ...judgement, report: harmless({ ...EMPTY.report, ...report }) },
    { paint: plain, width: 100 },
  )
}

test('whatever was recorded can be shown, and moves no cursor', () => {
  fc.assert(
    fc.property(recordings, ({ trials }) => {
      const judgement = judgementOf(trials)
      const text = renderCertification(
        { ...judgement, report: harmless(judgement.report) },
        { paint: plain, width: 100 },
      )
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }),
    { numRuns: runs({ sample: 10, full: 50 }) },
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
    client.buy('SHOP:1', { headers: { authorization: '', 'x-api-key': '[key]' } })
    return 0
  })
  const report = judgeTrials([trial], DEFAULT_PROFILE, FACTS)
  expect(rendered(report).replaceAll(/\s+/g, ' ')).toContain(
    'If the service accepts it there, change auth in the profile.',
  )
})

test('a remark stands in a section of its own, and a certificate says that it has one', () => {
  const remarks = [{ id: 'exit-code', message: 'It exits with 0.', scenario: 'A' }]
  const text = rendered({ outcome: 'kept', remarks }, { isCertified: true })
  expect(text).toMatch(/^Remarks, counted by no verdict\n {2}· exit-code: It exits with 0\. Seen in A\.$/m)
  expect(text).toMatch(/^CERTIFIED {2}with remarks$/m)
})

test('what is said of the journal itself is said', () => {
  expect(rendered({}, { note: 'Recorded under rules 0.' })).toContain('Recorded under rules 0.')
})

test('a client that could not begin gets one explanation, and no list of what could not be observed for it', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.ping().status)
  const stderr = { text: 'Error: no catalogue\n    at client.js:1:1\n', bytes: 40 }
  const output = { stdout: { text: '', bytes: 0 }, stderr }
  const report = judgeTrials([{ ...trial, output }], DEFAULT_PROFILE, FACTS)
  const text = rendered(report)
  expect(text).toContain('○ The client could not begin\n    SCENARIO-AT-ONCE did not get past GET /ping')
  expect(text).toMatch(/^ {4}It wrote {6}Error: no catalogue$/m)
  expect(text).toMatch(/^ {4}13 clauses could not be observed, for this one cause\.$/m)
  expect(text).not.toContain('waits-poll-after')
  expect(text.match(/did not get past/g)).toHaveLength(1)
})

test('a clause that is broken for one cause in many scenarios is explained once, in the words of the reference', () => {
  const hasty = clientOf({ pause: (_, { pollAfterSeconds = 1 }) => pollAfterSeconds / 2 })
  const text = rendered(certify(hasty)).replaceAll(/\s+/g, ' ')
  expect(text.match(/pollAfterSeconds was/g)).toHaveLength(1)
  expect(text.match(/The reference, §3\.1/g)).toHaveLength(1)
  expect(text).toMatch(/In SCENARIO-\S+, SCENARIO-\S+, SCENARIO-\S+ and \d+ more\./)
})

test('a clause that is broken for two causes has the advice for both', () => {
  const leaves = clientOf({ afterMiss: 'fail', mostPolls: 3 })
  const text = rendered(certify(leaves)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('The number of polls is fixed')
  expect(text).toContain('No answer came to a poll.')
})

test('of a whole run, what was not observed has its reason', () => {
  const leaves = (client: Client) => client.buy('SHOP:1').status - 200
  const text = rendered(certify(leaves), { isWhole: true }).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/○ not observed .*waits-poll-after.* No order was polled after a summary/)
})

test('scenarios that were not run are not called incomplete', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', clientOf({}))
  const text = rendered(judgeTrials([trial], DEFAULT_PROFILE, FACTS)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('A certificate requires every scenario. Not run: SCENARIO-PROCESSING,')
  expect(text).not.toContain('did not complete')
})

test('the timeline of a broken clause ends with how the client ended', () => {
  const text = rendered(certify(clientOf({ mostPolls: 0 }))).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/breaks follows-until-settled t\+\S+ client exited with 1 Consequence/)
})

test('a run that took longer than its longest scenario says what starts the client took', () => {
  const { scenarios } = certify(clientOf({}))
  const longest = Math.max(...(scenarios ?? []).map(({ durationMs }) => durationMs))
  const line = (moreMs: number, jobs?: number) => timeLine({ scenarios, durationMs: longest + moreMs }, jobs)
  expect(line(900)).toMatch(/ s in all, side by side\. The longest: .* s\.$/)
  expect(line(9_000)).toMatch(
    /It took 9\.0 s more than the longest for start-up: 38 starts of the client, one after another, each \d+\.\d s to its first request\.$/,
  )
  expect(line(9_000, 4)).toContain('9.0 s more than the longest, since 4 at a time ran, and for start-up')
})
