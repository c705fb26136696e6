import { expect, test } from 'vitest'
import { ORDERED_FAULT_NAMES, type OrderedFault } from '../contract/wire/ordered-fault.ts'
import { newKey, openSandbox, overSocket, served } from './testing/behaviour/sandbox.fixture.ts'

test('over a socket, a clock command is answered once the delayed answers that became due have left', async () => {
  const mock = await served()
  const sandbox = openSandbox(overSocket(mock.url), { key: newKey() })
  const buying = sandbox.buy('SCENARIO-STALLED', 'TEST:1')
  await mock.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
  await sandbox.advance(90)
  expect(mock.journal({ operation: 'createOrder' })[0]?.delivery?.outcome).toBe('delivered')
  expect((await buying).status).toBe(200)
})

test('over a socket, a cut answer ends in the middle of its JSON', async () => {
  const mock = await served()
  const sandbox = openSandbox(overSocket(mock.url), { key: newKey() })
  const answer = await sandbox.buy('SCENARIO-CUT')
  const pieces: string[] = []
  const reading = (async () => {
    for await (const piece of answer.body ?? []) pieces.push(new TextDecoder().decode(piece))
  })()
  await expect(reading).rejects.toThrow()
  expect(answer.status).toBe(200)
  const arrived = pieces.join('')
  expect(arrived).toMatch(/^\{"data":/)
  expect(() => JSON.parse(arrived)).toThrow(SyntaxError)
})

/** What a client sees: an order, a status, or how the connection ended. */
async function gotOf(answering: Promise<Response>): Promise<string> {
  const answer = await answering.catch(() => undefined)
  if (answer === undefined) return 'lost'
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return 'cut'
  return answer.ok ? 'an order' : String(answer.status)
}

/** What each fault shows to a client, and what the mock did with the order. */
const MET: Readonly<Record<OrderedFault, readonly [got: string, effect: 'recorded' | 'none']>> = {
  'lost-before': ['lost', 'none'],
  'lost-after': ['lost', 'recorded'],
  cut: ['cut', 'recorded'],
  stalled: ['an order', 'recorded'],
  trickle: ['an order', 'recorded'],
  unavailable: ['503', 'none'],
  'unavailable-after': ['503', 'recorded'],
  'internal-error': ['500', 'none'],
  'internal-error-after': ['500', 'recorded'],
  'bad-gateway': ['502', 'none'],
  'bad-gateway-after': ['502', 'recorded'],
  'rate-limited': ['429', 'none'],
  'rate-limited-after': ['429', 'recorded'],
}

test('over a socket, each fault that is ordered for the second purchase or lookup strikes that one, and no other', async () => {
  const mock = await served()
  const each = ORDERED_FAULT_NAMES.flatMap((fault) =>
    (['purchase', 'lookup'] as const).map((on) => ({ fault, on })),
  )
  await Promise.all(
    each.map(async ({ fault, on }) => {
      const sandbox = openSandbox(overSocket(mock.url), { key: newKey() })
      await mock.next(sandbox.key, fault, { on, at: 2 })
      const ask = (nth: number) =>
        on === 'purchase' ? sandbox.buy('SCENARIO-AT-ONCE', `TEST:${nth}`) : sandbox.lookUp('TEST:1')
      if (on === 'lookup') await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
      const [got, effect] = MET[fault]
      expect(await gotOf(ask(1)), `before ${fault} on ${on}`).toBe('an order')
      const struck = gotOf(ask(2))
      if (fault === 'stalled' || fault === 'trickle') {
        const operation = on === 'purchase' ? 'createOrder' : 'lookupOrder'
        const decided = { partner: mock.partnerOf(sandbox.key), operation, status: 200 } as const
        await mock.waitFor(decided, { count: 2, timeoutMs: 10_000 })
        await sandbox.advance(90)
      }
      expect(await struck, `${fault} on ${on}`).toBe(got)
      expect(await gotOf(ask(3)), `after ${fault} on ${on}`).toBe('an order')
      const seen = mock.journal({ partner: mock.partnerOf(sandbox.key) }).find((one) => one.fault !== null)
      expect(seen?.fault?.ordered).toBe(fault)
      expect(seen?.order?.effect).toBe(on === 'purchase' ? effect : 'none')
    }),
  )
})
