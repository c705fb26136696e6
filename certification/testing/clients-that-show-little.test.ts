import { expect, test } from 'vitest'
import { isCertified } from '../../contract/report/certified.ts'
import { certify, clausesThatAre, idsOf } from './certification.fixture.ts'
import { clientOf } from './clients.fixture.ts'

test('a client that follows by the identical body alone keeps all but what it never shows', () => {
  const report = certify(clientOf({ afterLoss: 'resend', afterServerError: 'resend', pollBy: 'resend' }))
  expect(clausesThatAre('broken', report)).toEqual([])
  expect(clausesThatAre('not-observed', report)).toEqual(['reads-lookup-position'])
  expect(report.outcome).toBe('incomplete')
  expect(isCertified(report)).toBe(false)
})

test('a client that sends nothing keeps nothing', () => {
  const report = certify(() => 0)
  expect(clausesThatAre('not-observed', report)).toEqual(idsOf('must'))
  expect(clausesThatAre('not-observed', report, 'should')).toEqual(idsOf('should'))
  expect(report.outcome).toBe('incomplete')
})
