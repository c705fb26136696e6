import { expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../../../contract/testing/other-profile.fixture.ts'
import { openApiDocument } from '../../../openapi/openapi-document.ts'
import { learntOf } from './learnt.fixture.ts'

const backAgain = (profile: PartialProfile) =>
  learntOf({ 'api.yaml': openApiDocument(resolveProfile(profile)) })

/** Other names and statuses than those that the words of a document would show. */
const ODD: PartialProfile = {
  auth: { header: 'Authorization', format: 'Token {key}' },
  ping: { status: '/data/0x/a', mode: '/data/b' },
  lookup: { method: 'QUERY', path: '/orders/q?reference={partnerReference}' },
  products: { pointer: '/data/x/0/y' },
  money: { format: 'decimal-number', currency: 'KWD' },
  states: { success: ['FAILED_NOT'], failure: ['A', 'B'] },
  errors: {
    body: 'problem',
    unauthenticated: 403,
    ipNotAllowed: 403,
    notFound: 400,
    invalidBody: 400,
    referenceConflict: 400,
  },
}

test.for<readonly [string, PartialProfile]>([
  ['the default profile', {}],
  ['one in which every answer is another', OTHER_PROFILE],
  ['one with odd names and shared statuses', ODD],
  [
    'one that was partly observed',
    { ...OTHER_PROFILE, provenance: { auth: 'observed', 'errors.notFound': 'observed', states: 'observed' } },
  ],
])('the document that this kit makes of %s is read back as that profile', ([, profile]) => {
  const { profile: read, contradictions } = backAgain(profile)
  expect(read).toEqual(resolveProfile(profile))
  expect(contradictions).toEqual([])
})

test('an answer that a document says to be confirmed was observed in it', () => {
  expect(backAgain({ provenance: { money: 'confirmed' } }).profile.provenance).toEqual({ money: 'observed' })
})
