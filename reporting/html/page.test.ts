import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toHtml } from './page.ts'
import { readPage } from './read-page.fixture.ts'
import { CERTIFIED, NOT_BEGUN, NOT_CERTIFIED } from './sample-certifications.fixture.ts'
import { BROKEN, DRIFTED, INCOMPLETE, KEPT, OUT_OF_REACH, withClause } from './sample-reports.fixture.ts'

const JUDGE =
  'Send journal.jsonl alone. It is checked with: npx partner-purchase-kit judge journal.jsonl --max-age 7d'

describe('the first screen', () => {
  test('of a service shows the verdict, its address, the date, and each clause in one line', () => {
    const { text, rows } = readPage(BROKEN)
    expect(text).toMatch(
      /^Partner Purchase API 1\.0\.1 · Contract suite broken https:\/\/test\.partner\.example\/api The run was interrupted\. Date 2026-01-02 03:04:05 UTC, took 4\.7 s Run against/,
    )
    expect(text).toContain('mode TEST, 17 purchases sent of 24 at most')
    expect(text).toContain('broken lookup-position the lookup summary stands at data.order 1 of 3 checks')
    expect(rows.slice(0, 3)).toEqual(['lookup-position', 'order-leaves-processing', 'ip-allowlist'])
    expect(rows).toHaveLength(BROKEN.clauses.length)
    expect(text).toContain('not served as a normal partner call excused kept')
  })

  test('of a client shows for each clause the broken scenarios and the money lost, the most expensive first', () => {
    const { text, rows } = readPage(NOT_CERTIFIED)
    expect(text).toContain('not certified ACME shop 3.2 This client breaks 4 clauses that it must keep.')
    expect(text).toMatch(
      /broken timeout-is-not-failure a purchase .*? \d+ of \d+ scenarios \d+\.00 USD lost broken/,
    )
    expect(rows.slice(0, 5)).toEqual([
      'timeout-is-not-failure',
      'waits-poll-after',
      'follows-until-settled',
      'key-stays-on-server',
      'stable-reference',
    ])
  })

  test('of a certified client is a certificate that says what was not tried, and how to check it', () => {
    const { text } = readPage(CERTIFIED)
    expect(text).toContain('certified ACME shop 3.2 In every scenario, this client did what')
    expect(text).toContain(`Not tried A crash in the middle of a purchase (--restart). Check it ${JUDGE}`)
    expect(toHtml(harmless(CERTIFIED))).toContain('class="first certificate"')
  })

  test.each([
    ['that is not certified', NOT_CERTIFIED],
    [
      'that passes only by an excuse',
      withClause(CERTIFIED, 'ping-first', () => ({ level: 'must', verdict: 'broken', excused: 'Known.' })),
    ],
  ])('of a client %s is not a certificate', (_, report) => {
    const { text } = readPage(report)
    expect(text).not.toContain('Check it')
    expect(text).toContain('not certified')
  })

  test('says why there is no verdict', () => {
    const report: Report = {
      ...KEPT,
      outcome: 'unreachable',
      message: 'Nothing answers.',
      clauses: [],
      purchases: null,
    }
    expect(readPage(report).text).toMatch(
      /unreachable https:\S+ Nothing answers\. Check the address, .*No clause was checked\./,
    )
  })
})

describe('below the first screen', () => {
  test('only the panels of broken musts are open', () => {
    expect(readPage(NOT_CERTIFIED).open).toEqual([
      'timeout-is-not-failure',
      'waits-poll-after',
      'follows-until-settled',
      'key-stays-on-server',
    ])
    expect(readPage(CERTIFIED).open).toEqual([])
    expect(readPage(INCOMPLETE).open).toEqual([])
  })

  test('the panel of a broken clause quotes the reference, and shows what happened, the cost, the cause, the fix and the requests', () => {
    expect(readPage(NOT_CERTIFIED).panel('timeout-is-not-failure')).toMatch(
      /“A client timeout on POST \/orders does not mean the purchase failed\.” § 4 .* was bought under a new reference.* Consequence .* Usual cause .* Smallest fix .* Run it alone .* From SCENARIO-\S+: .* Time Who What Answer Wait .* network connection \w+ .* ✕ bought again, before the first outcome was known/,
    )
    expect(readPage(NOT_CERTIFIED).panel('waits-poll-after')).toMatch(/✕ \d\.\d\d s too early/)
  })

  test('the panel of a broken clause of a service shows requests and answers, and what to correct in the profile first', () => {
    const panel = readPage(BROKEN).panel('lookup-position')
    expect(panel).toContain('Correct lookup in the profile first')
    expect(panel).toMatch(/0\.00 s suite POST \/orders 200 \{"data":/)
    expect(panel).toContain('lookup-operation (assumed differs)')
  })

  test('clauses that were not observed for the same cause share a panel, and an excused clause shows its reason', () => {
    const unseen = withClause(INCOMPLETE, 'ping-ok', () => ({
      verdict: 'not-observed',
      checks: INCOMPLETE.clauses.find(({ id }) => id === 'order-leaves-processing')?.checks ?? [],
    }))
    expect(readPage(INCOMPLETE).panel('order-leaves-processing')).toContain('No order was ever PROCESSING.')
    expect(readPage(unseen).text).toContain('No order was ever PROCESSING.')
    expect(readPage(BROKEN).panel('ip-allowlist')).toContain(
      'Excused by the baseline until 2026-06-30: No such key.',
    )
    expect(readPage(OUT_OF_REACH).panel('ip-allowlist')).toContain(
      'It needs a second key. It is not counted.',
    )
  })

  test('a client that could not begin gets its only cause first', () => {
    const { text } = readPage(NOT_BEGUN)
    expect(text).toMatch(
      /The client could not begin No scenario got past GET \/ping.* Near miss .* It wrote Error: <b>ping<\/b> failed Smallest fix Send the key as Authorization: Bearer \{key\}\./,
    )
    expect(text.split('No scenario got past')).toHaveLength(2)
  })

  test('a drifted assumption is in the list of clauses, and the table of assumptions is open', () => {
    const { rows, open, panel } = readPage(DRIFTED)
    expect(rows.slice(0, 2)).toEqual(['lookup', 'auth'])
    expect(open).toEqual(['Assumptions of the profile'])
    expect(panel('Assumptions of the profile')).toMatch(/2 differ, 21 hold .* reference leaves open drifted /)
    expect(panel('Assumptions of the profile')).toMatch(/drifted auth confirmed .* It was not accepted\./)
  })

  test('the panel of the baseline explains each entry, and is open if an entry does not apply', () => {
    expect(readPage(BROKEN).panel('Baseline')).toContain(
      'stale ping-ok, broken, until 2026-06-30: It said "up".',
    )
    expect(readPage(BROKEN).open).toContain('Baseline')
  })

  test('a kept scenario is one line, and any other unfolds to all of its requests', () => {
    const html = toHtml(harmless(NOT_CERTIFIED))
    const kept = (CERTIFIED.scenarios ?? []).length
    expect(toHtml(harmless(CERTIFIED)).match(/<li><div class="row" id="scenario/g)).toHaveLength(kept)
    expect(html.match(/<details class="scenario">/g)).toHaveLength(kept)
  })
})

test.each(Object.entries({ BROKEN, DRIFTED, OUT_OF_REACH, CERTIFIED, NOT_CERTIFIED, NOT_BEGUN }))(
  'every link has a target, there is no script, and the same report gives the same page: %s',
  (_, report) => {
    const { links, places } = readPage(report)
    expect(links.filter(({ target }) => !places.has(target))).toEqual([])
    const html = toHtml(harmless(report))
    expect(html).not.toMatch(/<script|pk_test_/)
    expect(toHtml(harmless(structuredClone(report)))).toBe(html)
  },
)
