import { expect, test } from 'vitest'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../../../contract/testing/other-profile.fixture.ts'
import { SMALL_BALANCE_PARTNER } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

// The contract suite tests the rest of this profile, in contract-tests/other-profile.test.ts.

const profile = resolveProfile(OTHER_PROFILE)

function newSandbox(key?: string) {
  const send = inProcess(createApp({ profile: OTHER_PROFILE }))
  return openSandbox(send, key === undefined ? { profile } : { key, profile })
}

async function refusalOf(answer: Response): Promise<[status: number, code: string]> {
  const body = (await answer.json()) as { error: { code: string } }
  expect(hasErrorShape('error-object', body)).toBe(true)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  return [answer.status, body.error.code]
}

test('the key travels in no other header than that of the profile', async () => {
  const headers = { Authorization: 'Bearer pk_test_me' }
  const refused = await createApp({ profile: OTHER_PROFILE }).request('/ping', { headers })
  expect(await refusalOf(refused)).toEqual([403, 'unauthenticated'])
})

test('the path of the default lookup is unknown', async () => {
  const sandbox = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await sandbox.lookUp('TEST:1')).status).toBe(200)
  expect(await refusalOf(await sandbox.get('/orders/TEST:1'))).toEqual([410, 'unknown-operation'])
  expect(await refusalOf(await sandbox.lookUp('TEST:2'))).toEqual([410, 'unknown-order'])
})

test('every refusal has the status and the shape of the profile', async () => {
  const sandbox = newSandbox(SMALL_BALANCE_PARTNER.key)
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
  const refused = async (...order: [sku: string, reference: string]) => refusalOf(await sandbox.buy(...order))
  expect(await refusalOf(await sandbox.get('/products/NONE/price'))).toEqual([410, 'unknown-sku'])
  expect(await refused('SCENARIO-FAILS', 'TEST:1')).toEqual([412, 'reference-conflict'])
  expect(await refused('SCENARIO-FAILS', 'TEST:3')).toEqual([409, 'insufficient-balance'])
  expect(await refused('', 'TEST:4')).toEqual([400, 'invalid-body'])
  const allowlisted = newSandbox('pk_test_allowlisted')
  expect(await refusalOf(await allowlisted.get('/ping'))).toEqual([451, 'ip-not-allowed'])
})

test('the limits are those of the profile', async () => {
  const sandbox = newSandbox()
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'x'.repeat(120))).status).toBe(200)
  const refused = async (...order: [sku: string, reference: string]) => refusalOf(await sandbox.buy(...order))
  expect(await refused('SCENARIO-AT-ONCE', 'x'.repeat(121))).toEqual([400, 'invalid-body'])
  expect(await refused('SCENARIO-AT-ONCE', 'a/b')).toEqual([400, 'invalid-body'])
  expect(await refused('SCENARIO-AT-ONCE', 'x'.repeat(129))).toEqual([400, 'too-large'])
  expect(await refused('x'.repeat(4096), 'TEST:1')).toEqual([400, 'too-large'])
})
