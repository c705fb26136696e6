import { describe, expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { serve } from '../../serve.ts'
import { newFile } from '../../store/sqlite/new-file.fixture.ts'
import { sqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { newKey, openSandbox, overSocket } from './sandbox.fixture.ts'

/** A mock over a file, as often as it is served. */
function servedOver(file: string) {
  return async () => {
    const store = sqliteStore(file)
    const mock = await serve({ store })
    const close = async () => {
      await mock.close()
      await store.close()
    }
    onTestFinished(close)
    return { mock, close, send: overSocket(mock.url) }
  }
}

async function targetsOf(answer: Response): Promise<string[]> {
  const { exchanges } = (await answer.json()) as { exchanges: Exchange[] }
  return exchanges.map(({ request }) => `${request.method} ${request.target}`)
}

// That orders, balances and times are kept is compared with the model, in ../model.
describe('a mock that is served again over the same file', () => {
  test('shows the journal of before, of each key its own, numbered on', async () => {
    const serveAgain = servedOver(newFile())
    const [mine, yours, first] = [newKey(), newKey(), await serveAgain()]
    await openSandbox(first.send, { key: mine }).get('/ping')
    await openSandbox(first.send, { key: yours }).get('/products')
    await first.close()
    const second = await serveAgain()
    // The other key calls first this time: guests are not told apart by the order in which they came.
    await openSandbox(second.send, { key: yours }).get('/balance')
    const sandbox = openSandbox(second.send, { key: mine })
    expect(await targetsOf(await sandbox.get('/__mock/journal'))).toEqual(['GET /ping'])
    const all = await second.mock.history()
    expect(all.map(({ request }) => request.target)).toEqual(['/ping', '/products', '/balance'])
    expect(all.map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect(await targetsOf(await second.send('/__mock/journal?afterSeq=1'))).toEqual(['GET /balance'])
  })

  test('keeps of the journal what became known of an exchange after its connection was lost', async () => {
    const serveAgain = servedOver(newFile())
    const first = await serveAgain()
    const sandbox = openSandbox(first.send)
    await sandbox.buy('SCENARIO-LOST-AFTER', 'TEST:1').catch(() => {})
    await first.close()
    const [lost] = await (await serveAgain()).mock.history({ operation: 'createOrder' })
    expect(lost).toMatchObject({ delivery: { outcome: 'lost' }, order: { effect: 'recorded' } })
  })
})
