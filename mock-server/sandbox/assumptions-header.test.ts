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

  test('names the gaps that it depends on, each known and named once, as assumed', async () => {
    const assumptions = await assumptionsOf(row)
    const names = assumptions.map(([name = '']) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !isGapId(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(names.includes('error-body')).toBe(isRefused)
    expect(new Set(assumptions.map(([, provenance]) => provenance))).toEqual(new Set(['assumed']))
  })

  test('does not name what the operator has confirmed', async () => {
    const names = (await assumptionsOf(row)).map(([name = '']) => name).filter(isGapId)
    const keys = names.map((name) => GAPS[name].profileKey).filter((key) => key !== null)
    const provenance = Object.fromEntries(keys.map((key) => [key, 'confirmed' as const]))
    const left = await assumptionsOf(row, { provenance })
    expect(left.map(([name]) => name)).toEqual(names.filter((name) => GAPS[name].profileKey === null))
  })
})

test('an answer that depends on no assumption has no such header', async () => {
  const provenance = { auth: 'confirmed', errors: 'confirmed' } as const
  const refused = await createApp({ profile: { provenance } }).request('/ping')
  expect(refused.status).toBe(401)
  expect(refused.headers.has('Mock-Assumptions')).toBe(false)
})

test.each([
  ['confirmed', 'success-status=assumed'],
  ['observed', 'key-transport=observed, success-status=assumed'],
] as const)(
  'a success depends on its status, which neither reference nor profile has, and on a key that was %s: %s',
  async (auth, header) => {
    const { sandbox } = mockWithKey({ profile: { provenance: { auth, ping: 'confirmed' } } })
    expect((await sandbox.get('/ping')).headers.get('Mock-Assumptions')).toBe(header)
  },
)

test.each([
  ['pk_test_', '/ping', 'key-transport'],
  [undefined, '/orders/TEST:none', 'lookup-operation'],
  [undefined, '/order/TEST:none', 'lookup-operation'],
] as const)('a refusal says which assumption may have led to it: %s %s, %s', async (key, path, gap) => {
  const assumptions = await assumptionsOf(['', key, (sandbox) => sandbox.get(path)])
  expect(assumptions.map(([name]) => name)).toContain(gap)
})

test('the admin API has no assumptions', async () => {
  const answer = await createApp().request('/__mock/health')
  expect(answer.headers.has('Mock-Assumptions')).toBe(false)
})

function assumptionOf(gap: string, partial: PartialProfile = {}): Assumption | undefined {
  return assumptionsReport(resolveProfile(partial)).find((assumption) => assumption.gap === gap)
}

describe('the report on assumptions', () => {
  test('holds every gap of the reference, and what answers it, or why nothing needs to', () => {
    const report = assumptionsReport(resolveProfile({}))
    expect(report.map(({ gap }) => gap)).toEqual(Object.keys(GAPS))
    for (const row of report) {
      expect(row).toMatchObject({ section: expect.stringMatching(/^\d/), text: expect.stringMatching(/./) })
      if (row.profileKey === null) expect(row.reason).not.toBe('')
      else expect(row.answer).toBeDefined()
    }
  })

  test('shows the answer of the current profile, as a section or a single key', () => {
    const partial = { money: { currency: 'EUR' }, errors: { notFound: 410 } }
    expect(assumptionOf('money-format', partial)).toMatchObject({
      profileKey: 'money',
      answer: { format: 'decimal-string', currency: 'EUR' },
    })
    expect(assumptionOf('not-found-status', partial)).toMatchObject({
      section: '7.2',
      text: 'the status that answers an unknown order, SKU or path',
      profileKey: 'errors.notFound',
      answer: 410,
    })
  })

  test('shows an answer that is null, such as a rate without a limit', () => {
    expect(assumptionOf('rate-limits')).toMatchObject({ answer: null, provenance: 'assumed' })
  })

  test.each(['assumed', 'observed', 'confirmed'] as const)('tells what is %s as such', (auth) => {
    const provenance = { auth }
    expect(assumptionOf('key-transport', { provenance })).toMatchObject({ provenance: auth })
    expect(assumptionOf('money-format', { provenance })).toMatchObject({ provenance: 'assumed' })
  })

  test('is read from GET /__mock/assumptions, by the profile of that mock', async () => {
    const profile = { errors: { notFound: 410 }, provenance: { 'errors.notFound': 'observed' } } as const
    const answer = await createApp({ profile }).request('/__mock/assumptions')
    const { assumptions } = (await answer.json()) as { assumptions: Assumption[] }
    expect(assumptions).toEqual(assumptionsReport(resolveProfile(profile)))
    expect(assumptions.find(({ gap }) => gap === 'not-found-status')).toMatchObject({
      answer: 410,
      provenance: 'observed',
    })
  })
})
