import { describe, expect, test } from 'vitest'
import { quotation } from '../../contract/reference/statements.ts'
import type { Report } from '../../contract/report/report.ts'
import { readPage } from './read-page.fixture.ts'
import {
  CERTIFIED,
  certification,
  INCOMPLETE_CERTIFICATION,
  NOT_BEGUN,
  NOT_CERTIFIED,
} from './sample-certificates.fixture.ts'
import { withClause } from './sample-reports.fixture.ts'
import { BOUGHT_TWICE, POLLED_EARLY, TWO_CARDS } from './sample-scenarios.fixture.ts'

describe('the page of a certification opens', () => {
  test.each([
    ['certified', CERTIFIED, 'did what the reference requires'],
    [
      'not certified',
      NOT_CERTIFIED,
      'This client breaks 3 clauses that it must keep: do not use it with real money',
    ],
    ['incomplete', INCOMPLETE_CERTIFICATION, '1 clause that a client must keep could not be observed'],
    ['incomplete', NOT_BEGUN, 'No scenario got past GET /ping: 401, because no key is sent.'],
  ])('with the verdict: %s, and what that means', (word, report, meaning) => {
    const { heading, text } = readPage(report)
    expect(heading).toBe(word)
    expect(text).toContain(meaning)
  })

  test('with whom it is about, by what it was judged, and which scenarios', () => {
    const { text } = readPage(CERTIFIED)
    expect(text).toMatch(
      /^(?:Skip to .* attention )?Partner Purchase API Certification certified ACME shop 3.2 /,
    )
    expect(text).toContain('Command ./my-client Digest of the words of the command sha256-89abcdef')
    expect(text).toContain('It does not prove who made it.')
    expect(text).toContain('It is no evidence of what the client does elsewhere')
    expect(text).toContain('npx partner-purchase-kit judge journal.jsonl --max-age 7d')
    expect(text).toContain(
      'Judged by version 1.0.1 of the reference, partner-purchase-kit 0.1.0, rules 1 Date 2026-01-02 03:04:05 UTC',
    )
    expect(text).toContain('Scenarios 5 run: 5 kept Command ')
    expect(text).toContain(
      'Profile 21 answers: 21 assumed, 0 observed, 0 confirmed Digest of the profile sha256-',
    )
    expect(text).toContain(
      'Cards plain: each had the name of its scenario, so that the client could read what would happen Digest of the recording and its rules sha256:',
    )
    expect(text).toMatch(/Scenarios kept: SCENARIO-AT-ONCE kept: SCENARIO-/)
    expect(text).not.toContain('Purchases')
  })

  test('with a fault of the kit, where that ended it', () => {
    const message = 'The kit failed.'
    const { heading, text } = readPage({
      ...CERTIFIED,
      outcome: 'harness-fault',
      message,
      clauses: [],
      scenarios: [],
    })
    expect(heading).toBe('harness fault')
    expect(text).toContain('The certification did not finish: it says nothing about the client.')
  })
})

test('a run with an excuse or a missing scenario passes, but is not a certificate', () => {
  const [first, ...others] = CERTIFIED.clauses.filter(({ level }) => level === 'must')
  if (first === undefined) throw new Error('There is no clause.')
  const excused: Report = {
    ...CERTIFIED,
    clauses: [{ ...first, verdict: 'broken', excused: 'Known.' }, ...others],
  }
  const begun = { ...BOUGHT_TWICE, outcome: 'incomplete' as const }
  for (const report of [excused, { ...CERTIFIED, scenarios: [begun] }]) {
    const { heading, text } = readPage(report)
    expect(heading).toBe('not certified')
    expect(text).toContain('the run passes, but this is not a certificate')
  }
})

test('a clause that one scenario did not show is not listed where another did', () => {
  const report = certification([
    { ...BOUGHT_TWICE, outcome: 'incomplete', clauses: { 'ping-first': 'not-observed' } },
    { ...TWO_CARDS, clauses: { 'ping-first': 'not-observed', 'waits-poll-after': 'not-observed' } },
  ])
  expect(readPage(report).text).toMatch(/Not observed ping-first Client/)
})

test('an inferred clause is shown with the sentences that it follows from', () => {
  const { place } = readPage(CERTIFIED)
  const inferred = 'No sentence of the reference says so. Inferred from:'
  expect(place('documented-operations-only')?.text).toContain(inferred)
  expect(place('reads-lookup-position')?.text).not.toContain(inferred)
})

describe('a broken clause', () => {
  const { text, links } = readPage(NOT_CERTIFIED).section('Needs attention') ?? { text: '', links: [] }

  test("gives the reference's words, the consequence, the cause, the fix, and the command, in this order", () => {
    expect(text).toMatch(
      /A client timeout .* Consequence The card .* Usual cause .* Smallest fix Make .* Run it alone partner-purchase certify --only SCENARIO-LOST-AFTER -- /,
    )
  })

  test('says once what its causes have in common: the consequence and the code', () => {
    const lesson = { consequence: 'Cards are lost.', code: 'sleep(wait)', command: 'certify --only A' }
    const report = withClause(certification([POLLED_EARLY]), 'waits-poll-after', ({ checks }) => ({
      checks: ['constant', 'first answer'].flatMap((cause) =>
        checks.map((check) => ({
          ...{ ...check, message: `It kept the ${cause}.` },
          lesson: { ...lesson, cause: `The pause is the ${cause}.`, remedy: `Replace the ${cause}.` },
        })),
      ),
    }))
    const { text } = readPage(report).section('Needs attention') ?? { text: '' }
    // What follows them are the checks, each with its own advice.
    expect(text.match(/Usual cause|Smallest fix|Consequence/g)?.slice(0, 5)).toEqual([
      ...['Consequence', 'Usual cause', 'Smallest fix'],
      ...['Usual cause', 'Smallest fix'],
    ])
  })

  test('comes before what was not observed; a recommendation that is not followed is a section of its own', () => {
    const clauses = links.filter(({ target }) => !target.startsWith('scenario'))
    expect(clauses.map(({ name }) => name)).toEqual([
      'timeout-is-not-failure',
      'waits-poll-after',
      'reads-purchase-position',
      'follows-until-settled',
    ])
    expect(readPage(NOT_CERTIFIED).section('Warnings')?.links[0]?.name).toBe('stable-reference')
  })

  test('leads to the requests of its scenario', () => {
    const link = links.find(({ name }) => name === 'SCENARIO-LOST-AFTER')
    expect(readPage(NOT_CERTIFIED).place(link?.target ?? '')?.text).toContain(
      'The first purchase is recorded, and its answer lost',
    )
  })

  test('quotes the reference once, and gives a cause that many scenarios show once, with all of them', () => {
    const words = 'A client timeout on POST /orders does not mean the purchase failed.'
    const message = `Its reference was "SHOP:1". ${quotation('timeout-is-not-failure')}`
    const report = withClause(NOT_CERTIFIED, 'timeout-is-not-failure', ({ checks }) => ({
      checks: checks.map((one) => ({ ...one, verdict: 'broken', message: message.replace('1', one.id) })),
    }))
    const article = readPage(report).place('timeout-is-not-failure')?.text ?? ''
    const [open = ''] = article.split('6 checks: broken')
    expect(open.split(words)).toHaveLength(2)
    expect(open.split('Its reference was')).toHaveLength(2)
    expect(open).toContain('In SCENARIO-AT-ONCE SCENARIO-UNUSUAL-PACE SCENARIO-PROCESSING and 3 more')
  })

  test('names the command of each scenario that breaks it, and gives the advice once', () => {
    const other = {
      ...TWO_CARDS,
      outcome: 'broken' as const,
      clauses: { 'timeout-is-not-failure': 'broken' as const },
    }
    const page = readPage(certification([BOUGHT_TWICE, other])).text
    expect(page.split('The card is bought and paid for twice')).toHaveLength(2)
    expect(page).toContain('certify --only SCENARIO-TWO-CARDS -- ./my-client')
  })
})

test('a client that could not begin: what needs attention begins with the one cause, and what to do', () => {
  const { text = '' } = readPage(NOT_BEGUN).section('Needs attention') ?? {}
  const [first = ''] = text.split('15 clauses')
  expect(first).toContain('The client could not begin')
  expect(first).toContain('Near miss Where it belongs is an assumption.')
  expect(first).toContain('It wrote Error: <b>ping</b> failed')
  expect(first).toContain('Smallest fix Send the key as Authorization: Bearer {key}.')
  expect(text.match(/could not be observed|got past GET/g)).toHaveLength(1)
})

test('what was not tried is said near the verdict, where the report says so', () => {
  const text = 'Not tried: a crash in the middle of a purchase (--restart).'
  expect(readPage({ ...CERTIFIED, notTried: ['crash-and-restart'] }).text).toContain(text)
  expect(readPage({ ...CERTIFIED, notTried: [] }).text).not.toContain('Not tried')
  expect(readPage(CERTIFIED).text).not.toContain('Not tried')
})
