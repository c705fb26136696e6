import { expect, test } from 'vitest'
import { serve } from '../../serve.ts'
import { newKey, openSandbox, overSocket } from './sandbox.fixture.ts'

test('over a socket, an advance is answered when the held answer has left', async () => {
  const mock = await serve()
  const sandbox = openSandbox(overSocket(mock.url), { key: newKey() })
  const buying = sandbox.buy('SCENARIO-STALLED', 'TEST:1')
  await mock.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
  await sandbox.advance(90)
  expect(mock.journal({ operation: 'createOrder' })[0]?.delivery?.outcome).toBe('delivered')
  expect((await buying).status).toBe(200)
  await mock.close()
})

test.each([
  ['SCENARIO-CUT', undefined],
  ['SCENARIO-AT-ONCE', 'cut'],
] as const)('over a socket, a cut answer ends in the middle of its JSON: %s', async (sku, ordered) => {
  const mock = await serve()
  const sandbox = openSandbox(overSocket(mock.url), { key: newKey() })
  if (ordered !== undefined) await mock.next(sandbox.key, ordered)
  const answer = await sandbox.buy(sku)
  const pieces: string[] = []
  const reading = (async () => {
    for await (const piece of answer.body ?? []) pieces.push(new TextDecoder().decode(piece))
  })()
  await expect(reading).rejects.toThrow()
  expect(answer.status).toBe(200)
  const arrived = pieces.join('')
  expect(arrived).toMatch(/^\{"data":/)
  expect(() => JSON.parse(arrived)).toThrow(SyntaxError)
  await mock.close()
})
