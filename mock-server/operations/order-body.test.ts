import { describe, expect, test } from 'vitest'
import type { PartialProfile } from '../../contract/profile/parse-profile.ts'
import { mockWithKey } from '../testing/behaviour/sandbox.fixture.ts'

const PURCHASE = { partnerReference: 'TEST:1', sku: 'SCENARIO-AT-ONCE' }
const REMEDY = 'Send a JSON object with exactly two fields'

type Headers = Record<string, string>
type Answer = {
  type: string
  detail: string
  field?: string
  clause?: string
  nearMiss?: { differs: string[] }
}

/** What a purchase with this body is answered; undefined if it buys. A refused one must record no order. */
async function refusalOf(body: BodyInit, headers: Headers = {}, profile: PartialProfile = {}) {
  const { mock, sandbox } = mockWithKey({ profile })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }
  const answer = await sandbox.call('POST', '/orders', init)
  const [exchange] = mock.journal()
  if (answer.ok) return undefined
  expect(answer.status).toBe(422)
  expect(exchange?.order?.effect ?? 'none').toBe('none')
  return (await answer.json()) as Answer
}

describe('a purchase is read from a body', () => {
  test.each([
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; profile=x',
  ])('of the type %s', async (type) => {
    expect(await refusalOf(JSON.stringify(PURCHASE), { 'Content-Type': type })).toBeUndefined()
  })

  test('whose reference has half a character, which JSON can escape, or the maximum length', async () => {
    for (const partnerReference of ['\ud83d', 'x'.repeat(256)])
      expect(await refusalOf(JSON.stringify({ ...PURCHASE, partnerReference }))).toBeUndefined()
  })
})

const extra = (more: object) => JSON.stringify({ ...PURCHASE, ...more })

/** The body, the field that the refusal names, and everything that differs. */
const WRONG: readonly (readonly [body: string, field: string | undefined, ...differs: string[]])[] = [
  ['', undefined, 'The body is empty; a JSON object belongs there.'],
  [
    '\ufeff{}',
    undefined,
    'The body begins with a byte-order mark; no JSON that is sent may (RFC 8259, section 8.1).',
  ],
  [
    '<order/>',
    undefined,
    'The body is not JSON: it breaks at line 1, column 1; a JSON object belongs there.',
  ],
  [
    '{"partnerReference": "A",\n "sku": \'CARD\'}',
    undefined,
    'The body is not JSON: it breaks at line 2, column 9; a JSON object belongs there.',
  ],
  ['partnerReference=1&sku=2', undefined, 'The body is encoded as a form; a JSON object belongs there.'],
  ['null', undefined, 'The body is null, not a JSON object.'],
  [JSON.stringify(JSON.stringify(PURCHASE)), undefined, 'The body is a string, not a JSON object.'],
  ['[]', undefined, 'The body is an array; each purchase is a request of its own.'],
  ['{}', 'partnerReference', 'The field "partnerReference" is missing.', 'The field "sku" is missing.'],
  [
    '{"partnerReference":null,"sku":[]}',
    'partnerReference',
    'The field "partnerReference" is null, not a string.',
    'The field "sku" is an array, not a string.',
  ],
  [extra({ sku: ' ' }), 'sku', 'The field "sku" is blank.'],
  [extra({ extra: 1 }), 'extra', 'The field "extra" is one too many.'],
  [extra({ a: 1, b: 1, c: 1 }), 'a', 'The field "a" and 2 more are too many.'],
  [extra({ reference: 'TEST:1' }), 'reference', 'The field "reference" is one too many.'],
  [
    '{"orderId":"1","productId":"2"}',
    'orderId',
    'The field "orderId" stands where "partnerReference" belongs.',
    'The field "productId" stands where "sku" belongs.',
  ],
  [
    '{"partnerRefernce":"TEST:1","sku":"CARD"}',
    'partnerRefernce',
    'The field "partnerRefernce" stands where "partnerReference" belongs.',
  ],
  [
    JSON.stringify({ order: PURCHASE }),
    'order',
    'The fields stand below "order"; they belong at the top of the body.',
  ],
]

describe('a body that is not the two fields is told everything that differs:', () => {
  test.for(WRONG)('%s', async ([body, field, ...differs]) => {
    const refusal = await refusalOf(body)
    expect(refusal?.type).toContain(':invalid-body')
    expect(refusal?.detail).toContain(`${differs.join(' ')} ${REMEDY}`)
    const clause = 'exactly-two-fields'
    expect(refusal).toMatchObject({
      clause,
      nearMiss: { operation: 'createOrder', differs, clause, gap: null },
    })
    expect(refusal?.field).toBe(field)
  })

  test('a wrong Content-Type comes first', async () => {
    const refusal = await refusalOf(extra({ sku: 1 }), { 'Content-Type': 'text/plain; charset=latin1' })
    expect(refusal?.field).toBe('Content-Type')
    expect(refusal?.nearMiss?.differs).toEqual([
      'The Content-Type header is "text/plain; charset=latin1"; a JSON body is application/json.',
      'The field "sku" is a number, not a string.',
    ])
  })

  test.each<[body: BodyInit, Headers, field: string | undefined, says: string]>([
    [Uint8Array.of(0xff), {}, undefined, 'The body is not UTF-8.'],
    ['{}', { 'Content-Encoding': 'gzip' }, 'Content-Encoding', 'The body is encoded as "gzip".'],
  ])('it cannot be read: %s %j', async (body, headers, field, says) => {
    const refusal = await refusalOf(body, headers)
    expect(refusal?.detail).toContain(`${says} ${REMEDY}`)
    expect(refusal?.field).toBe(field)
    expect(refusal).not.toHaveProperty('nearMiss')
  })
})

test('a body or a field that is too large is refused by a limit of the profile, not by a clause', async () => {
  const long = await refusalOf(extra({ sku: 'x'.repeat(257) }))
  expect(long).toMatchObject({ field: 'sku', nearMiss: { clause: null, gap: 'size-limits' } })
  expect(long?.detail).toContain('The field "sku" has more than 256 characters.')
  const large = await refusalOf('x'.repeat(16_385))
  expect(large?.type).toContain(':too-large')
  expect(large?.detail).toContain('The body has more than 16384 bytes.')
  expect(large).not.toHaveProperty('clause')
})

test('a refusal quotes only the beginning of a name, and no key', async () => {
  expect((await refusalOf(JSON.stringify({ ['x'.repeat(1000)]: 1 })))?.detail.length).toBeLessThan(350)
  const refusal = await refusalOf(extra({ [`${'x'.repeat(50)}pk_test_secret`]: 1 }))
  expect(refusal?.detail).toContain(`${'x'.repeat(50)}[key]`)
})

test.for<readonly [string, body: string, Headers, string]>([
  ['a longer reference', extra({ partnerReference: 'SHOP:123456789012' }), {}, 'partnerReference'],
  ['another character', extra({ partnerReference: 'SHOP:é' }), {}, 'partnerReference'],
  ['a charset', extra({}), { 'Content-Type': 'application/json; charset=utf-8' }, 'Content-Type'],
  ['a body in chunks', extra({}), { 'Transfer-Encoding': 'chunked' }, 'Transfer-Encoding'],
])('%s is refused if the profile says so, and only then', async ([, body, headers, field]) => {
  const limited = {
    references: { characters: 'A-Z0-9:', longest: 16 },
    requests: { charset: false, chunked: false },
  }
  expect(await refusalOf(body, headers, limited)).toMatchObject({ field })
  expect(await refusalOf(body, headers)).toBeUndefined()
  expect(await refusalOf(extra({}), {}, limited)).toBeUndefined()
})
