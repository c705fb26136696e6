import { expect, test } from 'vitest'
import { learntWith, object, text } from '../openapi/learnt.fixture.ts'

test('limits are in schemas and in sentences, which stay assumed', () => {
  const order = {
    ...object({ partnerReference: { ...text, maxLength: 50 }, sku: { ...text, maxLength: 50 } }),
    description: 'At most 8 KiB.',
  }
  const refusals = { 429: { description: 'More than 1,200 requests per second.' } }
  const status = { ...text, description: 'PROCESSING for up to 3 minutes.' }
  const { profile } = learntWith({ order, refusals, status })
  expect(profile.limits).toEqual({
    bodyBytes: 8192,
    fieldCharacters: 50,
    requestsPerSecond: 1200,
    settleSeconds: 180,
  })
  expect(profile.provenance['limits.fieldCharacters']).toBe('observed')
  expect(profile.provenance['limits.bodyBytes']).toBeUndefined()
})

test('a sentence of digits is read in time', () => {
  const { profile } = learntWith({ refusals: { 429: { description: '1'.repeat(300_000) } } })
  expect(profile.limits.requestsPerSecond).toBeNull()
})
