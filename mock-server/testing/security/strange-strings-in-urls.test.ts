import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { anyCharacter } from '../../../contract/testing/any-character.fixture.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from '../behaviour/sandbox.fixture.ts'
import { BY_QUERY, type StrangeMock, serveStrange } from './strange-mock.fixture.ts'
import { DOT_SEGMENTS, HALF_STRINGS, STRANGE_STRINGS } from './strange-strings.fixture.ts'

let byPath: StrangeMock
let byQuery: StrangeMock
beforeAll(async () => {
  byPath = await serveStrange()
  byQuery = await serveStrange(BY_QUERY)
})
afterAll(() => Promise.all([byPath.close(), byQuery.close()]))

describe.each(STRANGE_STRINGS)('%j in a URL', (text) => {
  test('finds the order of that reference, and no other', async () => {
    for (const sandbox of [byPath.open(), byQuery.open()]) {
      expect((await sandbox.lookUp(text)).status).toBe(404)
      await sandbox.buy('SCENARIO-AT-ONCE', text)
      expect((await sandbox.lookUp(text)).status).toBe(200)
      expect((await sandbox.lookUp(`${text}x`)).status).toBe(404)
    }
  })

  test('finds the price of that SKU', async () => {
    const answer = await byPath.open().get(`/products/${encodeURIComponent(text)}/price`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { price: { amount: '1.00' } } }])
  })
})

test('no two of these references are taken for each other', async () => {
  for (const mock of [byPath, byQuery]) {
    const sandbox = mock.open()
    for (const text of STRANGE_STRINGS) await sandbox.buy(text, text)
    for (const text of STRANGE_STRINGS) await sandbox.lookUp(text)
    const found = mock.journal({ partner: mock.partnerOf(sandbox.key), operation: 'lookupOrder' })
    expect(found.map(({ order }) => order?.sku)).toEqual(STRANGE_STRINGS)
  }
})

test.each([
  ['the path', DEFAULT_PROFILE],
  ['the query', BY_QUERY],
])('any reference that a URL can carry is found in %s', async (_, profile) => {
  const send = inProcess(createApp({ profile }))
  await fc.assert(
    fc.asyncProperty(references, async (reference) => {
      const sandbox = openSandbox(send, { profile })
      await sandbox.buy('SCENARIO-AT-ONCE', reference)
      expect((await sandbox.lookUp(reference)).status).toBe(200)
      expect(await sandbox.balance()).toBe(497_500)
    }),
    { numRuns: runs({ sample: 10, full: 100 }) },
  )
})

/** Any text but for blank ones; a URL takes one or two dots alone for something else. */
const references = fc
  .oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('%', '2', 'F', '/', '+', '.', '\\', '?', '#'), minLength: 1 }),
  )
  .filter((text) => text.trim() !== '' && !/^\.{1,2}$/.test(text))

test('two spellings of what looks alike are two references', async () => {
  const sandbox = byPath.open()
  await sandbox.buy('SCENARIO-AT-ONCE', 'e\u0301')
  expect((await sandbox.lookUp('\u00E9')).status).toBe(404)
})

describe.each(HALF_STRINGS)('%j, which no URL can hold', (reference) => {
  test('is followed by resending the identical body', async () => {
    const sandbox = byPath.open()
    await sandbox.buy('SCENARIO-PROCESSING', reference)
    expect(await (await sandbox.buy('SCENARIO-PROCESSING', reference)).text()).toContain('PROCESSING')
    await sandbox.advance(2)
    expect(await (await sandbox.buy('SCENARIO-PROCESSING', reference)).text()).toContain('COMPLETED')
  })

  test('is not found by what a URL makes of it', async () => {
    const sandbox = byPath.open()
    await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect((await sandbox.lookUp(reference.toWellFormed())).status).toBe(404)
  })
})

describe.each(DOT_SEGMENTS)('the reference %j', (reference) => {
  test.each([reference, reference.replaceAll('.', '%2e'), reference.replaceAll('.', '%2E')])(
    'is not found in a path as %s: a URL resolves it away, which is refused as no operation',
    async (segment) => {
      const sandbox = byPath.open()
      await sandbox.buy('SCENARIO-AT-ONCE', reference)
      const refused = await sandbox.get(`/orders/${segment}`)
      expect([refused.status, await refused.json()]).toMatchObject([
        404,
        { type: 'urn:partner-purchase:problem:unknown-operation' },
      ])
    },
  )

  test('is found in a query, where the profile has the lookup there', async () => {
    const sandbox = byQuery.open()
    await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect((await sandbox.lookUp(reference)).status).toBe(200)
  })
})
