import { expect, test } from 'vitest'
import { excuse, requireClauses } from './baseline.ts'
import { reportWith } from './report.fixture.ts'

const BEYOND = reportWith({ 'ip-allowlist': 'out-of-reach' }, 'It needs a second key.')

test('a clause that is required counts, and is then not observed for what it needs', () => {
  const report = requireClauses(BEYOND, ['ip-allowlist'])
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.find(({ id }) => id === 'ip-allowlist')).toMatchObject({
    verdict: 'not-observed',
    needs: null,
    checks: Array(2).fill({ verdict: 'not-observed', message: 'It needs a second key.' }),
  })
})

test('a baseline may excuse a clause that is required', () => {
  const report = requireClauses(BEYOND, ['ip-allowlist'])
  const entry = {
    clause: 'ip-allowlist',
    verdict: 'not-observed',
    reason: 'later',
    expires: '2999-01-01',
  } as const
  expect(excuse(report, [entry], '2026-01-01').outcome).toBe('kept')
})

test('a clause that is within reach keeps its verdict, required or not', () => {
  expect(requireClauses(BEYOND, ['ping-ok'])).toEqual(BEYOND)
  const broken = reportWith({ 'ping-ok': 'broken', 'ip-allowlist': 'out-of-reach' })
  expect(requireClauses(broken, ['ip-allowlist']).outcome).toBe('broken')
})
