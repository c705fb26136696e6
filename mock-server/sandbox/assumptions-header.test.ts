import { describe, expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { GAPS, isGapId } from '../../contract/reference/gaps.ts'
import { ALLOWLISTED_PARTNER, SMALL_BALANCE_PARTNER } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'
import { inProcess, mockWithKey, openSandbox, type Sandbox } from '../testing/behaviour/sandbox.fixture.ts'
import { type Assumption, assumptionsReport } from './assumptions-header.ts'

type Call = readonly [what: string, key: string | undefined, call: (sandbox: Sandbox) => Promise<Response>]

const SERVED: readonly Call[] = [
  ['ping', undefined, (sandbox) => sandbox.get('/ping')],
  ['the catalogue', undefined, (sandbox) => sandbox.get('/products')],
  ['a price', undefined, (sandbox) => sandbox.get('/products/SCENARIO-AT-ONCE/price')],
  ['the balance', undefined, (sandbox) => sandbox.get('/balance')],
  ['a purchase', undefined, (sandbox) => sandbox.buy('SCENARIO-AT-ONCE')],
  ['a replay', undefined, (sandbox) => twice(() => sandbox.buy('SCENARIO-AT-ONCE'))],
  ['a lookup', undefined, (sandbox) => sandbox.buy('SCENARIO-AT-ONCE').then(() => sandbox.lookUp('TEST:1'))],
]

const REFUSED: readonly Call[] = [
  ['a call without a valid key', 'pk_test_', (sandbox) => sandbox.get('/ping')],
  ['a call from a foreign address', ALLOWLISTED_PARTNER.key, (sandbox) => sandbox.get('/ping')],
  ['an unknown operation', undefined, (sandbox) => sandbox.get('/cards')],
  ['an unknown SKU', undefined, (sandbox) => sandbox.get('/products/NONE/price')],
  ['an unknown order', undefined, (sandbox) => sandbox.lookUp('TEST:none')],
  ['a body that is not the two fields', undefined, (sandbox) => sandbox.post('{}')],
  ['a body that is too large', undefined, (sandbox) => sandbox.post('x'.repeat(20_000))],
  [
    'a conflict',
    undefined,
    (sandbox) => sandbox.buy('SCENARIO-FAILS').then(() => sandbox.buy('SCENARIO-AT-ONCE')),
  ],
  [
    'a purchase too many',
    SMALL_BALANCE_PARTNER.key,
    (sandbox) => twice((nth) => sandbox.buy('SCENARIO-AT-ONCE', `TEST:${nth}`), 3),
  ],
]

async function twice(call: (nth: number) => Promise<Response>, times = 2): Promise<Response> {
  for (let nth = 1; nth < times; nth += 1) await call(nth)
  return call(times)
}

function assumptionsIn(answer: Response): readonly (readonly string[])[] {
  const header = answer.headers.get('Mock-Assumptions')
  return header === null ? [] : header.split(', ').map((member) => member.split('='))
}

async function assumptionsOf([, key, call]: Call, profile: PartialProfile = {}) {
  const send = inProcess(createApp({ profile }), '198.51.100.1')
  return assumptionsIn(await call(openSandbox(send, key === undefined ? {} : { key })))
}

describe.each([...SERVED, ...REFUSED])('the answer to %s', (...row) => {
  const isRefused = REFUSED.some(([what]) => what === row[0])

  test('names each gap that it depends on once, as assumed, unless the operator has confirmed it', async () => {
    const assumptions = await assumptionsOf(row)
    const names = assumptions.map(([name = '']) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !isGapId(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(names.includes('error-body')).toBe(isRefused)
    expect(new Set(assumptions.map(([, provenance]) => provenance))).toEqual(new Set(['assumed']))
    const gaps = names.filter(isGapId)
    const keys = gaps.map((name) => GAPS[name].profileKey).filter((key) => key !== null)
    const provenance = Object.fromEntries(keys.map((key) => [key, 'confirmed' as const]))
    const left = await assumptionsOf(row, { provenance })
    expect(left.map(([name]) => name)).toEqual(gaps.filter((gap) => GAPS[gap].profileKey === null))
  })
})

test('an answer that depends on no assumption has no Mock-Assumptions header', async () => {
  const provenance = { auth: 'confirmed', errors: 'confirmed' } as const
  const refused = await createApp({ profile: { provenance } }).request('/ping')
  expect(refused.status).toBe(401)
  expect(refused.headers.has('Mock-Assumptions')).toBe(false)
})

test.each([
  ['confirmed', 'success-status=assumed'],
  ['observed', 'key-transport=observed, success-status=assumed'],
] as const)(
  'a success to a key whose transport is %s has the header %s: no profile answers which status a success has',
  async (auth, header) => {
    const { sandbox } = mockWithKey({ profile: { provenance: { auth, ping: 'confirmed' } } })
    expect((await sandbox.get('/ping')).headers.get('Mock-Assumptions')).toBe(header)
  },
)

test('GET /__mock/assumptions lists every gap, and what the profile of the mock answers, or why nothing needs to', async () => {
  const profile = {
    errors: { notFound: 410 },
    provenance: { 'errors.notFound': 'observed', auth: 'confirmed' },
  } as const
  const answer = await createApp({ profile }).request('/__mock/assumptions')
  const { assumptions } = (await answer.json()) as { assumptions: Assumption[] }
  expect(assumptions).toEqual(assumptionsReport(resolveProfile(profile)))
  expect(assumptions.map(({ gap }) => gap)).toEqual(Object.keys(GAPS))
  for (const row of assumptions) {
    expect(row).toMatchObject({ section: expect.stringMatching(/^\d/), text: expect.stringMatching(/./) })
    if (row.profileKey === null) expect(row.reason).not.toBe('')
    else expect(row.answer).toBeDefined()
  }
  const found = (gap: string) => assumptions.find((assumption) => assumption.gap === gap)
  expect(found('not-found-status')).toMatchObject({
    section: '7.2',
    profileKey: 'errors.notFound',
    answer: 410,
    provenance: 'observed',
  })
  expect(found('key-transport')).toMatchObject({ profileKey: 'auth', provenance: 'confirmed' })
  expect(found('rate-limits')).toMatchObject({ answer: null, provenance: 'assumed' })
})
