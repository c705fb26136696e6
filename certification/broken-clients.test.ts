import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../contract/client-clauses.ts'
import { BROKEN_CLIENTS } from './broken-clients.fixture.ts'
import { certify, clausesThatAre } from './certification.fixture.ts'
import { clientOf } from './clients.fixture.ts'

describe('a client in all scenarios', () => {
  test.each(BROKEN_CLIENTS)(
    'that $says breaks $breaks, and no other must-clause',
    ({ conduct, breaks, and = [] }) => {
      const report = certify(clientOf(conduct))
      const found = [...clausesThatAre('broken', report), ...clausesThatAre('broken', report, 'should')]
      expect(found).toContain(breaks)
      const musts = [breaks, ...and].filter((id) => CLIENT_CLAUSES[id].level === 'must')
      expect(clausesThatAre('broken', report).toSorted()).toEqual(musts.toSorted())
      expect(report.outcome === 'broken').toBe(musts.length > 0)
    },
  )
})

test('every clause is broken by some client', () => {
  const broken = new Set(BROKEN_CLIENTS.map(({ breaks }) => breaks))
  expect([...broken].toSorted()).toEqual(Object.keys(CLIENT_CLAUSES).toSorted())
  expect(BROKEN_CLIENTS.length).toBeGreaterThanOrEqual(30)
})
