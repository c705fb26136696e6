import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { ADMIN_SPELLINGS } from '../contract/text/admin-spellings.fixture.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import {
  encodeRequest,
  parseResponse,
  sendBytes,
  type WireRequest,
} from '../mock-server/testing/requests/wire-request.fixture.ts'
import { openSandbox, type ServedSandbox } from './sandbox.ts'
import { findingOf } from './testing/certification.fixture.ts'
import { scenarioOf } from './testing/client-journal.fixture.ts'

const PROCESSING = 'SCENARIO-PROCESSING'
const opened: ServedSandbox[] = []
afterEach(() => Promise.all(opened.splice(0).map((sandbox) => sandbox.close())))

/** A sandbox with its journal, and a function that sends a request to it with its key or another one. */
async function sandboxOf(partner: string) {
  const plan = { partner, scenarios: SCENARIOS, profile: DEFAULT_PROFILE, openingBalance: 15_000 }
  const sandbox = await openSandbox({ ...plan, onExchange: () => {} })
  opened.push(sandbox)
  const send = async (request: WireRequest, key = sandbox.key) =>
    parseResponse(await sendBytes(sandbox.url, encodeRequest(request, key)))
  return { ...sandbox, journal: () => sandbox.log.exchanges, send }
}

const BOUGHT: WireRequest = { body: JSON.stringify({ partnerReference: 'SHOP:1', sku: PROCESSING }) }
const LOOKUP: WireRequest = {
  method: 'GET',
  target: '/orders/SHOP:1',
  body: '',
  headers: { 'Content-Length': null, 'Content-Type': null },
}

describe.each(ADMIN_SPELLINGS)('a client in a certification', (prefix) => {
  test(`can't move the clock by ${prefix}/clock, and the attempt is recorded`, async () => {
    const { send, key, journal } = await sandboxOf(PROCESSING)
    await send(BOUGHT)
    const body = JSON.stringify({ key, advanceSeconds: 3600 })
    expect((await send({ target: `${prefix}/clock`, body })).status).toBe(404)
    expect((await send(LOOKUP)).body).toContain('PROCESSING')
    const exchanges = journal()
    expect(exchanges.map(({ operation, delivery }) => [operation, delivery?.outcome])).toEqual([
      ['createOrder', 'delivered'],
      [null, 'delivered'],
      ['lookupOrder', 'delivered'],
    ])
    const scenario = scenarioOf(PROCESSING)
    const trial = { scenario, exchanges, beganMs: 0, endedMs: 9_000, exit: null, openingBalance: 15_000 }
    expect(findingOf('documented-operations-only', trial)).toMatchObject({ verdict: 'broken', breaks: [1] })
  })
})

test('a sandbox refuses the key of another sandbox', async () => {
  const [own, other] = await Promise.all([sandboxOf('SCENARIO-AT-ONCE'), sandboxOf(PROCESSING)])
  expect((await own.send(BOUGHT, other.key)).status).toBe(401)
  expect((await own.send(BOUGHT, 'pk_test_guessed')).status).toBe(401)
  expect(own.journal()).toMatchObject([
    { partner: null, order: null, response: { status: 401 } },
    { partner: null, order: null, response: { status: 401 } },
  ])
  expect(other.journal()).toEqual([])
  expect((await other.send(LOOKUP)).status).toBe(404)
})
