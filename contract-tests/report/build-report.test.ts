import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { reportSchema } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toJunit } from '../../reporting/junit/junit.ts'
import { toMarkdown } from '../../reporting/markdown/markdown.ts'
import { balance, bought, historyOf, lookedUp, ping, type Sent } from '../history/history.fixture.ts'
import { CHECKS } from '../judge/checks.ts'
import { reportOf } from './build-report.ts'
import { reportWith } from './report.fixture.ts'

const clauseIn = (report: ReturnType<typeof reportOf>, id: string) =>
  report.clauses.find((clause) => clause.id === id)

test('a report fits its schema, also of a run that saw nothing', () => {
  expect(reportSchema.parse(reportOf(historyOf([ping()]))).outcome).toBe('incomplete')
  expect(reportSchema.parse(reportOf(historyOf([]))).outcome).toBe('incomplete')
})

test('every check is in the report of a run, in one order', () => {
  const ending = { outcome: null, message: 'Ended.' }
  const { clauses } = reportOf(historyOf([ping()], { ending }))
  const all = Object.entries(CHECKS).flatMap(([clause, checks]) =>
    checks.map(({ name }) => `${clause}/${name}`),
  )
  const checks = clauses.flatMap((clause) => clause.checks)
  expect(checks.map(({ id }) => id)).toEqual(all)
  expect(checks.filter(({ verdict, message }) => verdict !== 'kept' && message === null)).toEqual([])
})

test('one broken check breaks its clause and the run, and shows its exchange', () => {
  const report = reportOf(historyOf([ping({ status: 'up', mode: 'TEST' })]))
  expect(report.outcome).toBe('broken')
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([
    'ping-ok',
  ])
  const [check] = clauseIn(report, 'ping-ok')?.checks ?? []
  expect(check).toMatchObject({ verdict: 'broken', message: expect.stringContaining('"up"') })
  expect(check?.evidence.map(({ seq }) => seq)).toEqual([0])
})

test('an answer that was observed and differs breaks the run, and no clause', () => {
  const { assumptions, clauses, outcome } = reportOf(historyOf([ping(401)]))
  expect(outcome).toBe('broken')
  expect(clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(reportOf(historyOf([ping(401)], { profile: resolveProfile({}) })).outcome).toBe('incomplete')
  expect(assumptions.find(({ gap }) => gap === 'key-transport')).toEqual({
    gap: 'key-transport',
    profileKey: 'auth',
    provenance: 'observed',
    verdict: 'differs',
    message: expect.stringContaining('was not accepted: GET /ping answered 401'),
  })
})

test('a clause that is out of reach says what it needs', () => {
  const needsOf = (hasBlockedKey: boolean) =>
    clauseIn(reportOf(historyOf([ping()], { hasBlockedKey })), 'ip-allowlist')?.needs
  expect(needsOf(false)).toContain('SERVICE_PARTNER_BLOCKED_API_KEY')
  expect(needsOf(true)).toBeNull()
  const { assumptions } = reportOf(historyOf([ping()], { hasBlockedKey: false }))
  expect(assumptions.find(({ gap }) => gap === 'ip-not-allowed-status')?.message).toBe(needsOf(false))
})

test('a run that came to no verdict says why', () => {
  const ending = { outcome: 'unreachable', message: 'Nothing answers.' } as const
  expect(reportOf(historyOf([], { ending }))).toMatchObject(ending)
})

test('purchases are counted as they were sent', () => {
  const sent = [bought('A', 'COMPLETED'), bought('A', 'COMPLETED'), bought('B', null), ping()]
  expect(reportOf(historyOf(sent)).purchases).toEqual({ limit: 32, sent: 3 })
})

describe('orders that fail exactly where their client went away', () => {
  const left = (name: string, state: string) => [bought(name, null), bought(name, state)]
  const others = ['A', 'B', 'C', 'D'].map((name) => bought(name, 'COMPLETED'))
  const failed = ['V', 'W', 'X', 'Y', 'Z'].flatMap((name) => left(name, 'FAILED'))
  const remarksOf = (steps: Parameters<typeof historyOf>[0]) => reportOf(historyOf(steps)).remarks

  test('are a remark', () => {
    const { message } =
      remarksOf([...others, ...left('X', 'FAILED'), ...left('Y', 'FAILED')]).find(
        ({ id }) => id === 'abandoned-failed',
      ) ?? {}
    expect(message).toContain('All 2 orders whose client went away ended FAILED, and none of the 4 others')
  })

  test.each([
    ['one of them did not', [...others, ...left('X', 'FAILED'), ...left('Y', 'COMPLETED')]],
    ['so many did that it breaks a clause', [...others, ...failed]],
    ['another one did', [...others, bought('E', 'FAILED'), ...left('X', 'FAILED'), ...left('Y', 'FAILED')]],
  ])('are none where %s', (_, steps) => {
    expect(remarksOf(steps).map(({ id }) => id)).not.toContain('abandoned-failed')
  })
})

describe('what no clause decides is a remark', () => {
  const remarksOf = (steps: Parameters<typeof historyOf>[0]) =>
    new Map(reportOf(historyOf(steps)).remarks.map(({ id, message }) => [id, message]))
  const card = (sent: Sent, sku: string): Sent => ({
    ...sent,
    body: JSON.stringify({ ...JSON.parse(sent.body ?? '{}'), sku }),
  })

  test('a card that is never sold, while others are after it', () => {
    const refused = [
      bought('A', 'COMPLETED'),
      card(bought('B', 422), 'OTHER'),
      card(bought('C', 422), 'OTHER'),
    ]
    expect(remarksOf([...refused, bought('D', 'COMPLETED')]).get('card-refused')).toMatch(
      /^Refused under each reference, while other cards were sold: OTHER \(POST \/orders answered 422\)\./,
    )
    expect(remarksOf(refused).has('card-refused')).toBe(false)
    const later = [bought('D', 'COMPLETED')]
    for (const status of [402, 429, 503])
      expect(remarksOf([card(bought('B', status), 'OTHER'), ...later]).has('card-refused')).toBe(false)
    const sold = [...refused, card(bought('E', 'COMPLETED'), 'OTHER'), bought('D', 'COMPLETED')]
    expect(remarksOf(sold).has('card-refused')).toBe(false)
  })

  test('a wait that no order takes a hundredth of', () => {
    const processing = (name: string, pollAfterSeconds: number): Sent => ({
      ...bought(name, 'PROCESSING'),
      answer: { order: { order: { status: 'PROCESSING', pollAfterSeconds } } },
    })
    const settledAfter = (ms: number, seconds: number) =>
      remarksOf([processing('A', seconds), ms, lookedUp('A', 'COMPLETED')]).get('pace-unneeded')
    expect(settledAfter(1500, 1500)).toMatch(
      /^An order asked to be polled after 1,500 s, and was "COMPLETED" within 1\.\d s/,
    )
    expect(settledAfter(15_100, 1500)).toBeUndefined()
    expect(settledAfter(1500, 300)).toBeUndefined()
  })

  test('a card that costs another amount than its price, where others cost theirs', () => {
    const price = (sku: string, units: number): Sent => ({
      operation: 'getPrice',
      call: ['GET', `/products/${sku}/price`],
      answer: { price: { amount: `${units}.00`, currency: 'USD' } },
    })
    const paid = (units: number) => [
      ...[price('CARD', 10), price('OTHER', 5), balance(100), bought('A', 'COMPLETED'), balance(90)],
      ...[balance(90), card(bought('B', 'COMPLETED'), 'OTHER'), balance(90 - units)],
    ]
    expect(remarksOf(paid(6)).get('weather')).toBe('Weather: OTHER cost 6.00 USD, and its price is 5.00 USD.')
    expect(remarksOf(paid(5)).has('weather')).toBe(false)
    // Where all of them cost more, that may be a fee.
    expect(remarksOf([price('CARD', 9), ...paid(6).slice(1)]).has('weather')).toBe(false)
  })
})

const NASTY = 'found <b>"x" & \u0000\ud800 | `y`\nnext line'
const report = reportWith({ 'order-two-fields': 'broken', 'ip-allowlist': 'not-observed' }, NASTY)

describe('JUnit', () => {
  const xml = toJunit(harmless(report))

  test('has a case for each check, a failure for the broken one, a skip for the unseen one', () => {
    expect(xml.match(/<testcase /g)).toHaveLength(report.clauses.flatMap(({ checks }) => checks).length)
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml.match(/<skipped /g)).toHaveLength(2)
    expect(xml).toMatch(/<testsuites [^>]*tests="\d+" failures="1" skipped="2" errors="0" time="1.500">/)
  })

  test('holds no character that XML does not allow, and escapes the others', () => {
    expect(xml).not.toContain('\u0000')
    expect(xml.isWellFormed()).toBe(true)
    expect(xml).toContain('message="found &lt;b&gt;&quot;x&quot; &amp; \\u0000\\ud800 | `y`&#10;next line"')
  })

  test('reports a run without a verdict as an error', () => {
    const ended = { ...reportWith({}), outcome: 'unreachable' as const, message: 'nothing answers' }
    expect(toJunit(harmless(ended))).toContain('<error type="unreachable" message="nothing answers"/>')
  })
})

describe('Markdown', () => {
  const text = toMarkdown(harmless(report))

  test('opens with the outcome, and gives each clause a row', () => {
    expect(text).toMatch(/^# Partner Purchase API: broken\n/)
    expect(text.match(/^\| (?:✅|❌|⚪)/gm)).toHaveLength(report.clauses.length)
  })

  test('shows what a target said as text, not as markup', () => {
    expect(text).toContain('found \\<b\\>"x" & \\\\u0000\\\\ud800 \\| \\`y\\` next line')
  })
})
