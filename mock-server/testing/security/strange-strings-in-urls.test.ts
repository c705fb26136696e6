import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type StrangeMock,
  sandboxByPath,
  sandboxByQuery,
  serveByPath,
  serveByQuery,
} from './strange-mock.fixture.ts'
import { DOT_SEGMENTS, HALF_STRINGS, STRANGE_STRINGS } from './strange-strings.fixture.ts'

let byPath: StrangeMock
let byQuery: StrangeMock
beforeAll(async () => {
  byPath = await serveByPath()
  byQuery = await serveByQuery()
})
afterAll(() => Promise.all([byPath.close(), byQuery.close()]))

describe.each(STRANGE_STRINGS)('%j in a URL', (text) => {
  test('finds the order of that reference, and no other', async () => {
    for (const sandbox of [sandboxByPath(byPath), sandboxByQuery(byQuery)]) {
      expect((await sandbox.lookUp(text)).status).toBe(404)
      await sandbox.buy('SCENARIO-AT-ONCE', text)
      expect((await sandbox.lookUp(text)).status).toBe(200)
      expect((await sandbox.lookUp(`${text}x`)).status).toBe(404)
    }
  })

  test('finds the price of that SKU', async () => {
    const answer = await sandboxByPath(byPath).get(`/products/${encodeURIComponent(text)}/price`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { price: { amount: '1.00' } } }])
  })
})

test('two spellings of what looks alike are two references', async () => {
  const sandbox = sandboxByPath(byPath)
  await sandbox.buy('SCENARIO-AT-ONCE', 'e\u0301')
  expect((await sandbox.lookUp('\u00E9')).status).toBe(404)
})

describe.each(HALF_STRINGS)('%j, which no URL can hold', (reference) => {
  test('is followed by resending the identical body', async () => {
    const sandbox = sandboxByPath(byPath)
    await sandbox.buy('SCENARIO-PROCESSING', reference)
    expect(await (await sandbox.buy('SCENARIO-PROCESSING', reference)).text()).toContain('PROCESSING')
    await sandbox.advance(2)
    expect(await (await sandbox.buy('SCENARIO-PROCESSING', reference)).text()).toContain('COMPLETED')
  })

  test('is not found by what a URL makes of it', async () => {
    const sandbox = sandboxByPath(byPath)
    await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect((await sandbox.lookUp(reference.toWellFormed())).status).toBe(404)
  })
})

describe.each(DOT_SEGMENTS)('the reference %j', (reference) => {
  test.each([reference, reference.replaceAll('.', '%2e'), reference.replaceAll('.', '%2E')])(
    'is not found in a path as %s: a URL resolves it away, which is refused as no operation',
    async (segment) => {
      const sandbox = sandboxByPath(byPath)
      await sandbox.buy('SCENARIO-AT-ONCE', reference)
      const refused = await sandbox.get(`/orders/${segment}`)
      expect([refused.status, await refused.json()]).toMatchObject([
        404,
        { type: 'urn:partner-purchase:problem:unknown-operation' },
      ])
    },
  )

  test('is found in a query, where the profile has the lookup there', async () => {
    const sandbox = sandboxByQuery(byQuery)
    await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect((await sandbox.lookUp(reference)).status).toBe(200)
  })
})
