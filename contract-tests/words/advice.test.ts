import { expect, test } from 'vitest'
import type { Row } from '../judge/checks.ts'
import { judgeServer } from '../mutants/judge-server.ts'
import { BROKEN_SERVERS } from '../mutants/matrix.ts'
import { ADVICE, adviceOn, runAgain } from './advice.ts'

test.each(Object.keys(ADVICE) as Row[])('%s has advice in short sentences', (row) => {
  for (const text of Object.values(adviceOn(row, 'data-envelope'))) {
    expect(text).toMatch(/^[A-Z"].*\.$/)
    expect(text.length).toBeLessThan(170)
  }
})

test('the usual cause of a refused body depends on the clause that is blamed', () => {
  const causes = (
    ['same-body-same-purchase', 'purchase-survives-timeout', 'new-reference-new-purchase'] as const
  ).map((clause) => adviceOn('repeat-refused', clause).cause)
  expect(new Set(causes).size).toBe(3)
})

test('a command runs the suite as it was run, without a key', () => {
  const head = { baseUrl: 'http://test.example', sku: 'A B', maxPurchases: 50 }
  expect(runAgain(head)).toBe(
    "npx partner-purchase-kit verify --base-url http://test.example --allow-http --sku 'A B' --max-purchases 50",
  )
  const usual = { baseUrl: 'https://test.example', sku: null, maxPurchases: 32 }
  expect(runAgain(usual)).toBe('npx partner-purchase-kit verify --base-url https://test.example')
})

test('a broken check has a lesson, and the exchanges that show it', async () => {
  const server = BROKEN_SERVERS.find(({ name }) => name === 'buys again: its replay')
  const { report } = await judgeServer(server as NonNullable<typeof server>)
  const checks = report.clauses.flatMap((clause) => clause.checks)
  const replay = checks.find(({ id, verdict }) => verdict === 'broken' && id.endsWith('/reordered'))
  expect(replay?.lesson?.cause).toContain('after the debit')
  expect(replay?.evidence.map(({ operation }) => operation)).toEqual([
    'createOrder',
    'getBalance',
    'createOrder',
    'getBalance',
  ])
  expect(checks.every(({ verdict, lesson }) => (lesson === null) === (verdict !== 'broken'))).toBe(true)
})
