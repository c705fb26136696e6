import { describe, expect, test } from 'vitest'
import { type Report, reportSchema } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toBadge } from '../badge.ts'
import { everywhere, oneByOne } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import {
  CERTIFIED,
  CROWDED,
  certification,
  INCOMPLETE_CERTIFICATION,
  NOT_CERTIFIED,
} from './sample-certificates.fixture.ts'
import { KEPT } from './sample-reports.fixture.ts'
import { BOUGHT_TWICE, TWO_CARDS } from './sample-scenarios.fixture.ts'
import { CERTIFICATE_STYLESHEET } from './style/stylesheet.ts'

const markupOf = (report: Report) => toHtml(harmless(report)).replace(CERTIFICATE_STYLESHEET, '')
const textOf = (report: Report) =>
  markupOf(report)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test.each([CERTIFIED, NOT_CERTIFIED, INCOMPLETE_CERTIFICATION, CROWDED])(
  'the samples are reports',
  (report) => {
    expect(reportSchema.parse(report)).toEqual(report)
  },
)

describe('the page of a certification opens', () => {
  test.each([
    ['Certified', CERTIFIED, 'certified', 'did what the reference says that it must'],
    ['Not certified', NOT_CERTIFIED, 'not certified', 'This client breaks 4 clauses of the reference'],
    [
      'Incomplete',
      INCOMPLETE_CERTIFICATION,
      'incomplete',
      '1 clause that a client must keep could not be observed',
    ],
  ])('with the verdict: %s, and what that means', (_, report, word, meaning) => {
    expect(markupOf(report)).toContain(`<span>${word}</span></h1>`)
    expect(markupOf(report)).toContain(`<title>Partner Purchase API 1.0.1: ${word}</title>`)
    expect(textOf(report)).toContain(meaning)
  })

  test('with what it was', () => {
    expect(textOf(NOT_CERTIFIED)).toContain(
      'Scenarios 6 gone through: 3 broken, 3 kept Sealed rules 1, digest sha256:',
    )
    expect(textOf(NOT_CERTIFIED)).not.toContain('Purchases')
  })
})

test('what is excused, or not gone through, is accepted and no certificate', () => {
  const [first, ...others] = CERTIFIED.clauses.filter(({ level }) => level === 'must')
  if (first === undefined) throw new Error('There is no clause.')
  const excused: Report = {
    ...CERTIFIED,
    clauses: [{ ...first, verdict: 'broken', excused: 'Known.' }, ...others],
  }
  const begun = { ...BOUGHT_TWICE, outcome: 'incomplete' as const }
  for (const report of [excused, { ...CERTIFIED, scenarios: [begun] }]) {
    expect(markupOf(report)).toMatch(/class="verdict incomplete">.*<span>not certified<\/span><\/h1>/)
    expect(textOf(report)).toContain('that lets the run pass, and is no certificate')
    expect(toBadge(harmless(report))).toContain(': not certified</title>')
  }
})

test('of what a scenario did not show, only what none showed is told', () => {
  const report = certification([
    { ...BOUGHT_TWICE, outcome: 'incomplete', clauses: { 'ping-first': 'not-observed' } },
    { ...TWO_CARDS, clauses: { 'ping-first': 'not-observed', 'waits-poll-after': 'not-observed' } },
  ])
  expect(textOf(report).match(/ Not observed /g)).toHaveLength(1)
  expect(textOf(report)).toMatch(/Not observed ping-first Client/)
})

test('a clause that no sentence says is shown as inferred from those that it follows from', () => {
  const article = (id: string) =>
    new RegExp(`<article id="${id}">[\\s\\S]*?</article>`).exec(markupOf(CERTIFIED))?.[0]
  const inferred = 'No sentence of the reference says so. Inferred from:'
  expect(article('documented-operations-only')).toContain(inferred)
  expect(article('reads-lookup-position')).not.toContain(inferred)
})

describe('a broken clause', () => {
  const attention = /id="attention"[\s\S]*?<\/section>/.exec(markupOf(NOT_CERTIFIED))?.[0] ?? ''
  const text = attention.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  test("teaches: the reference's words, the consequence, the cause, the fix, and the command", () => {
    expect(text).toContain(
      'Reference A client timeout on POST /orders does not mean the purchase failed. § 4',
    )
    expect(text).toContain(
      'Consequence The card is bought and paid for twice. Usual cause The purchase is retried',
    )
    expect(text).toContain('Smallest fix Make the reference once')
    expect(text).toContain('Run it alone partner-purchase certify --only SCENARIO-LOST-AFTER -- ./my-client')
  })

  test('comes before a recommendation that is not followed, and what was not observed comes last', () => {
    const ids = [...attention.matchAll(/<p class="name"><a href="#([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([
      'timeout-is-not-failure',
      'waits-poll-after',
      'reads-purchase-position',
      'stable-reference',
      'follows-until-settled',
    ])
  })

  test('does not repeat what its message quotes', () => {
    const words = 'A client timeout on POST /orders does not mean the purchase failed.'
    const clauses = NOT_CERTIFIED.clauses.map((clause) => ({
      ...clause,
      checks: clause.checks.map((check) =>
        check.verdict === 'broken' ? { ...check, message: words } : check,
      ),
    }))
    const page = markupOf({ ...NOT_CERTIFIED, clauses })
    expect(/id="attention"[\s\S]*?waits-poll-after/.exec(page)?.[0].split(words)).toHaveLength(2)
  })

  test('leads to the timeline of its scenario', () => {
    expect(attention).toContain('<a href="#scenario%2FSCENARIO-LOST-AFTER">SCENARIO-LOST-AFTER</a>')
    expect(markupOf(NOT_CERTIFIED)).toContain('<article class="scenario" id="scenario/SCENARIO-LOST-AFTER">')
  })

  test('says beside each check how to run that one alone, and teaches there only what it has not taught', () => {
    const other = {
      ...TWO_CARDS,
      outcome: 'broken' as const,
      clauses: { 'timeout-is-not-failure': 'broken' as const },
    }
    const page = markupOf(certification([BOUGHT_TWICE, other]))
    expect(page.match(/The card is bought and paid for twice/g)).toHaveLength(1)
    expect(page).toContain('certify --only SCENARIO-TWO-CARDS -- ./my-client')
  })
})

test('each link of the page leads somewhere', () => {
  for (const report of [CERTIFIED, NOT_CERTIFIED, INCOMPLETE_CERTIFICATION]) {
    const page = markupOf(report)
    for (const [, id = ''] of page.matchAll(/href="#([^"]*)"/g)) {
      expect(page).toContain(`id="${decodeURIComponent(id)}"`)
    }
  }
})

test('a run of the suite says nothing of certificates, and carries none of their style', () => {
  expect(toHtml(harmless(KEPT))).not.toMatch(/certif|timeline|scenario\//i)
})

test('a certification without a verdict says so', () => {
  const report: Report = {
    ...CERTIFIED,
    outcome: 'harness-fault',
    message: 'The kit failed.',
    clauses: [],
    scenarios: [],
  }
  expect(textOf(report)).toContain(
    'harness fault The certification did not come to its end: it says nothing about the client.',
  )
})

describe('whatever a client writes, and wherever', () => {
  const HOSTILE = `MARK</style></svg><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u0000\ud800\u202e\r`
  const ATTRIBUTE = /\s([a-z][a-z-]*)(?:="([^"<>]*)")?/gi
  const TAG = new RegExp(`<!doctype html>|</?[a-z][a-z0-9]*(?:${ATTRIBUTE.source})*/?>`, 'gi')
  const tagsOf = (page: string) => page.replace(CERTIFICATE_STYLESHEET, '').match(TAG) ?? []
  const small = certification([{ ...BOUGHT_TWICE, timeline: BOUGHT_TWICE.timeline.slice(4) }])
  const broken = small.clauses.filter(({ verdict }) => verdict === 'broken').slice(0, 1)
  const base: Report = { ...small, clauses: broken, assumptions: [] }
  const hostile = [...oneByOne(base, HOSTILE), everywhere(base, HOSTILE), CROWDED].map((report) =>
    toHtml(harmless(report)),
  )

  test('it is text: it opens no tag, and loads and runs nothing', () => {
    expect(hostile.length).toBeGreaterThan(40)
    for (const page of hostile) {
      expect(page.replace(CERTIFICATE_STYLESHEET, '').replaceAll(TAG, '')).not.toMatch(/[<>]/)
      expect(page).not.toMatch(/<script|<img|url\(|@import/i)
      const attributes = tagsOf(page).flatMap((tag) => [...tag.matchAll(ATTRIBUTE)])
      const loading = attributes.filter(([, name = '', value]) =>
        name === 'href' ? !value?.startsWith('#') : /^(?:on|src|style$|action|data|poster|xlink)/i.test(name),
      )
      expect(loading.map(([attribute]) => attribute)).toEqual([])
      expect(page.isWellFormed()).toBe(true)
      expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    }
  })

  test('a key in it is not shown', () => {
    for (const report of oneByOne(base, 'Bearer pk_test_abcdefgh'))
      expect(toHtml(harmless(report))).not.toContain('abcdefgh')
  })
})

test('the same report gives the same page', () => {
  expect(toHtml(harmless(structuredClone(CROWDED)))).toBe(toHtml(harmless(CROWDED)))
})
