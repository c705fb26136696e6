import { expect, test } from 'vitest'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import { type PartialProfile, resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { SMALL_BALANCE_PARTNER } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

/** A profile that answers every gap otherwise. */
const OTHER: PartialProfile = {
  auth: { header: 'X-Api-Key', format: '{key}' },
  ping: { status: '/data/health/state', mode: '/data/environment' },
  lookup: { method: 'GET', path: '/purchases?reference={partnerReference}' },
  products: { pointer: '/data/catalogue/items' },
  price: { amount: '/data/cost/minor', currency: '/data/cost/iso' },
  balance: { amount: '/data/available', currency: null },
  money: { format: 'minor-units', currency: 'EUR' },
  states: { success: ['DELIVERED', 'COMPLETED'], failure: ['REJECTED'] },
  errors: {
    body: 'error-object',
    unauthenticated: 403,
    ipNotAllowed: 451,
    notFound: 410,
    referenceConflict: 412,
    invalidBody: 400,
    insufficientBalance: 424,
  },
  limits: { bodyBytes: 256, fieldCharacters: 16 },
}
const profile = resolveProfile(OTHER)

function newSandbox(key?: string) {
  return openSandbox(
    inProcess(createApp({ profile: OTHER })),
    key === undefined ? { profile } : { key, profile },
  )
}

async function bodyOf(answer: Response): Promise<unknown> {
  expect(answer.status).toBe(200)
  return answer.json()
}

async function refusalOf(answer: Response): Promise<[status: number, code: string]> {
  const body = (await answer.json()) as { error: { code: string } }
  expect(hasErrorShape('error-object', body)).toBe(true)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  return [answer.status, body.error.code]
}

test('the key travels in the header of the profile, and in no other', async () => {
  const app = createApp({ profile: OTHER })
  const [key, bearer] = [{ 'X-Api-Key': 'pk_test_me' }, { Authorization: 'Bearer pk_test_me' }]
  expect((await app.request('/ping', { headers: key })).status).toBe(200)
  const refused = await app.request('/ping', { headers: bearer })
  expect(refused.headers.has('WWW-Authenticate')).toBe(false)
  expect(await refusalOf(refused)).toEqual([403, 'unauthenticated'])
})

test('ping answers at the places of the profile', async () => {
  const body = await bodyOf(await newSandbox().get('/ping'))
  expect(body).toEqual({ data: { health: { state: 'ok' }, environment: 'TEST' } })
})

test('the catalogue stands where the profile says, its amounts in the format of the profile', async () => {
  const { data } = (await bodyOf(await newSandbox().get('/products'))) as {
    data: { catalogue: { items: unknown[] } }
  }
  expect(data.catalogue.items[0]).toMatchObject({ sku: 'SCENARIO-AT-ONCE', faceValue: 2500 })
})

test('a price stands where the profile says, in its format and currency', async () => {
  const body = await bodyOf(await newSandbox().get('/products/SCENARIO-AT-ONCE/price'))
  expect(body).toEqual({ data: { cost: { minor: 2500, iso: 'EUR' } } })
})

test('a balance has no currency where the profile says none', async () => {
  expect(await bodyOf(await newSandbox().get('/balance'))).toEqual({ data: { available: 500_000 } })
})

test('a purchase and its lookup name the states of the profile, at the documented places', async () => {
  const sandbox = newSandbox()
  expect(await bodyOf(await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1'))).toEqual({
    data: { order: { order: { status: 'DELIVERED' } } },
  })
  await sandbox.buy('SCENARIO-FAILS', 'TEST:2')
  await sandbox.advance(3)
  expect(await bodyOf(await sandbox.lookUp('TEST:2'))).toEqual({ data: { order: { status: 'REJECTED' } } })
})

test('the lookup is where the profile says, and where the default has it nothing is', async () => {
  const sandbox = newSandbox()
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await sandbox.get('/purchases?reference=TEST%3A1')).status).toBe(200)
  expect(await refusalOf(await sandbox.get('/orders/TEST:1'))).toEqual([410, 'unknown-operation'])
  expect(await refusalOf(await sandbox.get('/purchases'))).toEqual([410, 'unknown-operation'])
  expect(await refusalOf(await sandbox.get('/purchases?reference=TEST%3A2'))).toEqual([410, 'unknown-order'])
})

test('every refusal has the status and the shape of the profile', async () => {
  const sandbox = newSandbox(SMALL_BALANCE_PARTNER.key)
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
  expect(await refusalOf(await sandbox.get('/products/NONE/price'))).toEqual([410, 'unknown-sku'])
  expect(await refusalOf(await sandbox.buy('SCENARIO-FAILS', 'TEST:1'))).toEqual([412, 'reference-conflict'])
  expect(await refusalOf(await sandbox.buy('SCENARIO-FAILS', 'TEST:3'))).toEqual([
    424,
    'insufficient-balance',
  ])
  expect(await refusalOf(await sandbox.buy('', 'TEST:4'))).toEqual([400, 'invalid-body'])
  const allowlisted = newSandbox('pk_test_allowlisted')
  expect(await refusalOf(await allowlisted.get('/ping'))).toEqual([451, 'ip-not-allowed'])
})

test('the limits are those of the profile', async () => {
  const sandbox = newSandbox()
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'x'.repeat(16))).status).toBe(200)
  expect(await refusalOf(await sandbox.buy('SCENARIO-AT-ONCE', 'x'.repeat(17)))).toEqual([400, 'too-large'])
  expect(await refusalOf(await sandbox.buy('x'.repeat(256), 'TEST:1'))).toEqual([400, 'too-large'])
})
