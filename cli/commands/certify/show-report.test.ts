import fc from 'fast-check'
import { expect, test } from 'vitest'
import { journalText } from '../../../certification/journal.ts'
import { type Judgement, judgeJournal, judgeTrials } from '../../../certification/judge.ts'
import { RULES_VERSION } from '../../../certification/rules.ts'
import { certify, FACTS } from '../../../certification/testing/certification.fixture.ts'
import { type Client, clientJournal } from '../../../certification/testing/client-journal.fixture.ts'
import { clientOf } from '../../../certification/testing/clients.fixture.ts'
import { HEAD, recordings } from '../../../certification/testing/journal.fixture.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Report } from '../../../contract/report/report.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import { plain } from '../../terminal/terminal.ts'
import { renderCertification } from './show-report.ts'

function judgementOf(trials: Parameters<typeof journalText>[0]['trials']): Judgement {
  const journal = journalText({ head: { ...HEAD, rules: RULES_VERSION }, trials })
  return judgeJournal(journal)
}

const EMPTY = judgementOf([])

function rendered(report: Partial<Report>, judgement: Partial<Judgement> = {}, width = 100): string {
  return renderCertification(
    { ...EMPTY, ...judgement, report: harmless({ ...EMPTY.report, ...report }) },
    { paint: plain, width },
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

const CHECK = { title: 'A title.', restsOn: [], evidence: [], durationMs: 0 }

/** Every clause broken, as if for one reason. */
function allBroken(): Partial<Report> {
  const message = 'It did something else, at length. '.repeat(12)
  const remedy = `${'Wait, and send the same body again. '.repeat(6)}Stop after five.`
  const lesson = {
    consequence: message,
    cause: message,
    remedy,
    see: 'a recipe',
    command: 'certify --only A',
  }
  const clauses = EMPTY.report.clauses.map((clause) => ({
    ...clause,
    verdict: 'broken' as const,
    checks: [{ ...CHECK, id: `${clause.id}/SCENARIO-AT-ONCE`, verdict: 'broken' as const, message, lesson }],
  }))
  return { clauses, outcome: 'broken', message: null }
}

test('the most expensive mistakes come first, then the rest of what must be kept, then warnings', () => {
  const marks = [...rendered(allBroken()).matchAll(/^([✗!]) (\S+)/gm)].map(([, mark, id]) => `${mark} ${id}`)
  expect(marks.slice(0, 4)).toEqual([
    '✗ timeout-is-not-failure',
    '✗ retry-identical-body',
    '✗ one-reference-per-purchase',
    '✗ exactly-two-fields',
  ])
  expect(marks.map(([mark]) => mark).join('')).toMatch(/^✗{9}!{6}$/)
})

test('a clause takes at most twelve lines and a warning one, however much there is to say, and its fix is whole', () => {
  const text = rendered(allBroken(), {}, 80)
  const [first = ''] = text.trimStart().split('\n\n')
  expect(first.split('\n').length).toBeLessThanOrEqual(12)
  expect(first).toMatch(
    /^✗ timeout-is-not-failure.*\n {4}“A client timeout [\s\S]*\n {4}Consequence [\s\S]*\n {4}Smallest fix [\s\S]* Stop after five\.\n {4}See {11}a recipe\n {4}Run it alone {2}certify --only A$/,
  )
  expect(text.match(/^!/gm)).toHaveLength(6)
  expect(text.split('\n').length).toBeLessThanOrEqual(72)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('a clause is shown by the simplest scenario in which it broke', () => {
  const text = rendered(certify(clientOf({ afterLoss: 'buy again' })))
  expect(text).toMatch(/^ {4}In SCENARIO-LOST-AFTER and \d+ more: The purchase /m)
  expect(text).toContain('certify --only SCENARIO-LOST-AFTER ')
})

test('what was not tried is said, and that of a service it can not be', () => {
  expect(rendered({ notTried: ['crash-and-restart'] })).toContain(
    '\nNot tried: a crash in the middle of a purchase (--restart).\n',
  )
  const subject = { ...EMPTY.report.subject, name: 'a service', command: null, digest: null, userAgents: [] }
  expect(rendered({ notTried: ['crash-and-restart'], subject })).toContain('(only a command can be killed)')
  expect(rendered({ notTried: [] })).not.toContain('Not tried')
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
  expect(text).toMatch(/^Remarks, which change no verdict\n {2}· exit-code: It exits with 0\. Seen in A\.$/m)
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
  expect(text.match(/“When an order summary has status PROCESSING, the client waits/g)).toHaveLength(1)
  expect(text).toMatch(/In SCENARIO-\S+ and \d+ more: /)
})

test('a clause that is broken for further causes says that the report has them', () => {
  const leaves = clientOf({ afterMiss: 'fail', mostPolls: 3 })
  expect(rendered(certify(leaves))).toMatch(
    /^✗ follows-until-settled .*, and \d more causes? in the report$/m,
  )
})

test('what was not observed has its reason, unless something is broken: then that is fixed first', () => {
  const leaves = (client: Client) => client.buy('SHOP:1').status - 200
  const report = certify(leaves)
  expect(rendered(report, { isWhole: true })).toMatch(/^○ not observed: .*waits-poll-after/m)
  const text = rendered({ ...report, outcome: 'incomplete' }, { isWhole: true }).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/○ not observed .*waits-poll-after.* - No order was polled after a summary/)
})

test('scenarios that were not run are not called incomplete', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', clientOf({}))
  const text = rendered(judgeTrials([trial], DEFAULT_PROFILE, FACTS)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('A certificate requires every scenario. Not run: SCENARIO-PROCESSING,')
  expect(text).not.toContain('did not complete')
})

const NEXT = (isCrash: boolean) => `certify${isCrash ? ' --restart' : ''}`

test('a certified client is told the next step to a key', () => {
  const show = (change: Partial<Report>) => {
    const report = harmless({ ...certify(clientOf({})), ...change })
    const judgement = { ...EMPTY, isCertified: true, isWhole: true, report }
    return renderCertification(judgement, { paint: plain, width: 80 }, NEXT)
  }
  expect(show({ notTried: ['crash-and-restart'] })).toMatch(/\nNext: certify --restart$/)
  expect(show({ notTried: [] })).toMatch(/\nNext: ask the operator for a challenge, .*--challenge TEXT\.$/)
  expect(show({ notTried: [], challenge: '7' })).toMatch(/\nNext: send journal\.jsonl to the operator/)
})

test('what runs all scenarios is on one line, to be copied, where each that ran was kept', () => {
  const next = `partner-purchase certify -- ${'./a-long-name '.repeat(9)}`
  const [kept] = certify(clientOf({})).scenarios ?? []
  const show = (scenarios: Report['scenarios']) => {
    const report = harmless({ ...EMPTY.report, scenarios })
    return renderCertification({ ...EMPTY, isWhole: false, report }, { paint: plain, width: 80 }, () => next)
  }
  expect(show(kept ? [kept] : [])).toMatch(/\nNO CERTIFICATE {2}[\s\S]*\nNext: partner-purchase .{120,}$/)
  expect(show(kept ? [{ ...kept, outcome: 'incomplete' }] : [])).not.toContain('Next:')
})
