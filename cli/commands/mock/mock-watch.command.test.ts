import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { callerOf, startMockHere } from '../../mock/mock-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const OWN = {
  sku: 'OWN-1',
  name: 'of my own',
  story: 'It fails.',
  course: { processing: [], settles: 'failure' },
}
const bought = (status: string) => ({ data: { order: { order: { status } } } })

const PATIENCE = { timeout: 30_000, interval: 50 }

describe.concurrent('mock --watch', () => {
  test('uses a changed profile from the next request on, and keeps orders and balances', async (context) => {
    const file = join(temporaryFolder(context), 'profile.json')
    writeFileSync(file, '{"states": {"success": ["DONE"]}}')
    const { url, said } = await startMockHere(context, ['--watch', '--profile', file])
    const caller = callerOf(url, 'pk_test_watch')
    await caller.buy('SHOP:1', 'SCENARIO-AT-ONCE')
    const balance = await caller.json('/balance')
    writeFileSync(file, '{"states": {"success": ["ISSUED"]}}')
    await said(/profile\.json: in force from the next request on/)
    expect(await caller.json('/orders/SHOP%3A1')).toEqual({ data: { order: { status: 'ISSUED' } } })
    expect(await caller.json('/balance')).toEqual(balance)
    const journal = (await (await fetch(`${url}/__mock/journal`)).json()) as {
      exchanges: { partner: string }[]
    }
    expect(new Set(journal.exchanges.map(({ partner }) => partner)).size).toBe(1)
    expect(journal.exchanges).toHaveLength(4)
  })

  test('keeps the old settings when a file is changed to something that can not be used', async (context) => {
    const file = join(temporaryFolder(context), 'scenarios.json')
    writeFileSync(file, JSON.stringify([OWN]))
    const { url, said, output } = await startMockHere(context, ['--watch', '--scenarios', file])
    const caller = callerOf(url, 'pk_test_invalid')
    writeFileSync(file, JSON.stringify([{ ...OWN, price: 0, colour: 'red' }]))
    const [line] = await said(/^.*what was in force stays: .*$/m)
    expect(line).toContain(`${file}: scenarios[0].price: found 0, expected a whole number of minor units`)
    expect(line).toContain(`; ${file}: unknown key scenarios[0].colour`)
    expect(await caller.purchase('SHOP:1', 'OWN-1')).toEqual(bought('FAILED'))
    writeFileSync(file, JSON.stringify([{ ...OWN, course: { processing: [], settles: 'success' } }]))
    await said(/in force from the next request on/)
    expect(await caller.purchase('SHOP:2', 'OWN-1')).toEqual(bought('COMPLETED'))
    expect(output.stderr).toBe('')
  })

  test('notices a file that is replaced, removed or created later', async (context) => {
    const folder = temporaryFolder(context)
    const file = join(folder, 'scenarios.json')
    writeFileSync(file, JSON.stringify([OWN]))
    const { url, said, output } = await startMockHere(context, [
      '--watch',
      '--quiet',
      '--scenarios',
      file,
      '--log',
      'json',
    ])
    const caller = callerOf(url, 'pk_test_replaced')
    writeFileSync(join(folder, 'draft'), JSON.stringify([{ ...OWN, sku: 'OWN-2' }]))
    renameSync(join(folder, 'draft'), file)
    await vi.waitFor(
      async () => expect((await caller.get('/products/OWN-2/price')).status).toBe(200),
      PATIENCE,
    )
    rmSync(file)
    const [line] = await said(/^.*"not-reloaded".*$/m, 'stderr')
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      event: 'not-reloaded',
      files: [file],
      problem: `--scenarios ${file}: there is no such file. Name a file that can be read.`,
    })
    expect((await caller.get('/products/OWN-2/price')).status).toBe(200)
    writeFileSync(file, JSON.stringify([{ ...OWN, sku: 'OWN-3' }]))
    await vi.waitFor(
      async () => expect((await caller.get('/products/OWN-3/price')).status).toBe(200),
      PATIENCE,
    )
    expect(output.stdout.split('\n')).toHaveLength(2)
  })
})
