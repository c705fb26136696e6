import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { createMock } from '../../app.ts'
import { createFetch } from '../../fetch.ts'
import { handlers } from '../../msw.ts'
import { inProcess, openSandbox, overSocket, type Send } from './sandbox.fixture.ts'

const mock = createMock()
const server = setupServer(...handlers({ baseUrl: 'https://msw.example/v1', app: mock.app }))
beforeAll(() => server.listen())
afterAll(() => server.close())

const handedIn = createFetch({ baseUrl: 'https://fetch.example', app: mock.app })
const TRANSPORTS: readonly (readonly [name: string, send: Send])[] = [
  ['app.request', inProcess(mock.app)],
  ['createFetch', (path, init) => handedIn(`https://fetch.example${path}`, init)],
  ['MSW', overSocket('https://msw.example/v1')],
]

/** A fault that ends a connection needs one. */
const LOSING = SCENARIOS.flatMap(({ sku, name, faults }) => {
  const kinds: readonly string[] = faults.map(({ does }) => does.kind)
  const lost = kinds.find((kind) => kind === 'reset' || kind === 'close')
  return lost === undefined ? [] : [[sku, lost, name] as const]
})
const OTHERS = SCENARIOS.map(({ sku }) => sku).filter((sku) => !LOSING.some(([losing]) => losing === sku))

describe.each(TRANSPORTS)('through %s', (_, send) => {
  test.each(LOSING)(
    '%s is refused: it needs a connection to %s, and the refusal says what to do',
    async (sku, kind, name) => {
      const sandbox = openSandbox(send)
      const answer = await sandbox.buy(sku)
      const { type, detail } = (await answer.json()) as Record<string, string>
      expect(type).toMatch(/:needs-socket$/)
      for (const named of [sku, name, kind]) expect(detail).toContain(named)
      expect(detail).toMatch(/[Ss]erve the mock over/)
      expect((await sandbox.lookUp('TEST:1')).status).toBe(404)
      expect(await sandbox.balance()).toBe(500_000)
    },
  )

  test('no other scenario is refused for its transport', async () => {
    for (const sku of OTHERS) {
      const sandbox = openSandbox(send)
      mock.clockOf(sandbox.key).run(100_000)
      expect(await (await sandbox.buy(sku)).text()).not.toContain('needs-socket')
    }
  })

  test('a delayed answer arrives at its time by the clock of its key, not before', async () => {
    const sandbox = openSandbox(send)
    const clock = mock.clockOf(sandbox.key)
    clock.freeze()
    const bought = sandbox.buy('SCENARIO-STALLED').then((answer) => answer.text())
    const asked = { partner: mock.partnerOf(sandbox.key), sku: 'SCENARIO-STALLED' }
    await mock.waitFor({ ...asked, effect: 'recorded' }, { count: 1, timeoutMs: 30_000 })
    await clock.advance(89)
    expect(mock.journal({ ...asked, delivery: 'delivered' })).toHaveLength(0)
    await clock.advance(1)
    expect(mock.journal({ ...asked, delivery: 'delivered' })).toHaveLength(1)
    expect(await bought).toContain('COMPLETED')
  })

  test('an answer that trickles in arrives completely', async () => {
    const sandbox = openSandbox(send)
    mock.clockOf(sandbox.key).run(100)
    const answer = await sandbox.buy('SCENARIO-TRICKLE')
    expect(await answer.json()).toEqual({ data: { order: { order: { status: 'COMPLETED' } } } })
  })
})

test('a body that its caller no longer waits for breaks off, and the journal says so', async () => {
  const controller = new AbortController()
  const sandbox = openSandbox((path, init) =>
    handedIn(`https://fetch.example${path}`, { ...init, signal: controller.signal }),
  )
  mock.clockOf(sandbox.key).freeze()
  const reading = (await sandbox.buy('SCENARIO-TRICKLE')).text()
  controller.abort('stop')
  await expect(reading).rejects.toBe('stop')
  const filter = { partner: mock.partnerOf(sandbox.key), delivery: 'cut' }
  expect((await mock.waitFor(filter, { count: 1, timeoutMs: 30_000 })).isThere).toBe(true)
})
