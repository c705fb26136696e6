import { describe, expect, test } from 'vitest'
import { reportSchema } from '../contract/report.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { isCertified } from './certificate.ts'
import { certify, clausesThatAre, idsOf } from './certification.fixture.ts'
import { type Conduct, clientOf } from './clients.fixture.ts'

const GOOD: Record<string, Partial<Conduct>> = {
  'looks up what it does not know': {},
  'sends the identical body again': { afterLoss: 'resend', afterServerError: 'resend' },
  'sends it again when a lookup finds none of it': { afterMiss: 'resend' },
  'waits half as long again': { pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds * 1.5 },
  'waits ten seconds whatever it was told': { pause: () => 10 },
  'is early by what a timer is off by': { pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds * 0.97 },
  'opens a connection for each request': { headers: { connection: 'close' } },
  'keeps its connection': { headers: { connection: 'keep-alive' } },
  'sends what Node sends of itself': { headers: { 'sec-fetch-mode': 'cors', 'user-agent': 'node' } },
  'waits for an answer for three minutes': { patience: 180 },
  'hangs up after a second': { patience: 1 },
  'writes the members of its body the other way round': {
    body: ({ partnerReference, sku }, attempt) =>
      attempt === 1
        ? { partnerReference, sku }
        : `{ "sku": "${sku}",\n "partnerReference": "${partnerReference}" }`,
  },
  'has colons in its labels': { reference: (purchase) => `SHOP:2026:${purchase}` },
}

describe.each(Object.entries(GOOD))('a good client that %s', (_, conduct) => {
  const report = certify(clientOf(conduct), { timeLimit: 300 })

  test('breaks nothing, and keeps every clause', () => {
    expect([...clausesThatAre('broken', report), ...clausesThatAre('broken', report, 'should')]).toEqual([])
    expect(clausesThatAre('kept', report)).toEqual(idsOf('must'))
    expect(clausesThatAre('kept', report, 'should')).toEqual(idsOf('should'))
  })

  test('is certified, having gone through every scenario', () => {
    expect(report.scenarios?.map(({ sku, outcome }) => [sku, outcome])).toEqual(
      SCENARIOS.map(({ sku }) => [sku, 'kept']),
    )
    expect(report).toMatchObject({ outcome: 'kept', message: null })
    expect(isCertified(report)).toBe(true)
  })

  test('has a report that fits its schema', () => {
    expect(reportSchema.safeParse(report).error).toBeUndefined()
  })
})

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
