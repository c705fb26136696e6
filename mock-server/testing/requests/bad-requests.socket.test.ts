import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatRefusal } from '../../../contract/profile/error-body.ts'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { OTHER_PROFILE } from '../../../contract/testing/other-profile.fixture.ts'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { ORDINARY_PARTNER } from '../../../fixtures/partners.ts'
import { serve } from '../../serve.ts'
import type { ServedMock } from '../../serve-fetch.ts'
import {
  journalOf,
  newKey,
  openSandbox,
  overSocket,
  type Send,
  served,
} from '../behaviour/sandbox.fixture.ts'
import { BAD_REQUESTS, type BadStatus } from './bad-requests.fixture.ts'
import { exchangeOverWire } from './wire-request.fixture.ts'

async function recordedIn(send: Send) {
  return (await journalOf(send)).filter(({ order }) => order !== null && order.effect !== 'none')
}

function expectedStatus(status: BadStatus, { errors }: Profile): number {
  return typeof status === 'number' ? status : errors[status]
}

function mediaTypeOf({ errors }: Profile): string {
  return formatRefusal(errors.body, { status: 400, code: '', title: '', detail: '' }).contentType
}

const DEFAULTS = {}

describe.each([
  ['the defaults', DEFAULTS],
  ['an error object and other statuses', { errors: { ...OTHER_PROFILE.errors } }],
])('by a profile of %s', (_, partial) => {
  const profile = resolveProfile(partial)
  const key = newKey()
  let mock: ServedMock
  beforeAll(async () => {
    mock = await serve({ profile: partial })
  })
  afterAll(() => mock.close())

  // Each profile refuses the same requests, only with other words: a sample is enough.
  test.each(partial === DEFAULTS ? BAD_REQUESTS : sampleOf(BAD_REQUESTS))(
    '$status answers $what, in the error shape of the profile unless HTTP itself answers',
    async ({ what, status, request }) => {
      const answer = await exchangeOverWire(mock.url, request, key)
      expect(answer.status, what).toBe(expectedStatus(status, profile))
      if (typeof status === 'number') return expect(answer.body).toBe('')
      expect(answer.contentType).toBe(mediaTypeOf(profile))
      expect(hasErrorShape(profile.errors.body, JSON.parse(answer.body)), answer.body).toBe(true)
      expect(answer.body).not.toContain(key)
    },
  )

  test('after all of them nothing is bought, no order is recorded, and the mock still serves', async () => {
    const send = overSocket(mock.url)
    expect(await recordedIn(send)).toEqual([])
    const sandbox = openSandbox(send, { key, profile })
    expect(await sandbox.balance()).toBe(ORDINARY_PARTNER.openingBalance)
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
    expect(await recordedIn(send)).toHaveLength(1)
  })
})

test('the purchase that these requests change is served', async () => {
  const mock = await served()
  const key = newKey()
  const answer = await exchangeOverWire(mock.url, {}, key)
  expect([answer.status, answer.body]).toEqual([200, '{"data":{"order":{"order":{"status":"COMPLETED"}}}}'])
  expect((await openSandbox(overSocket(mock.url), { key }).lookUp('TEST:1')).status).toBe(200)
})
