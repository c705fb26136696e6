import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callerOf, startMockHere } from '../../mock/mock-process.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const folder = temporaryFolder({ onTestFinished: afterAll })

describe('mock --store sqlite:FILE', () => {
  test('continues where it was stopped: orders, balance and the journal', async (context) => {
    const store = `sqlite:${join(folder, 'again.sqlite')}`
    const first = await startMockHere(context, ['--store', store])
    await callerOf(first.url, 'pk_test_me').buy('SHOP:1', 'SCENARIO-AT-ONCE')
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0 })
    const second = await startMockHere(context, ['--store', store])
    const again = callerOf(second.url, 'pk_test_me')
    expect(await again.json('/orders/SHOP%3A1')).toEqual({ data: { order: { status: 'COMPLETED' } } })
    expect(JSON.stringify(await again.json('/balance'))).toContain('4975.00')
    const { exchanges } = (await again.json('/__mock/journal?operation=createOrder')) as {
      exchanges: unknown[]
    }
    expect(exchanges).toMatchObject([{ order: { partnerReference: 'SHOP:1', effect: 'recorded' } }])
    expect(readFileSync(join(folder, 'again.sqlite')).toString('latin1')).not.toContain('pk_test_me')
  })

  test('refuses to buy into a file that was deleted, and says so on stderr', async (context) => {
    const file = join(folder, 'deleted.sqlite')
    const mock = await startMockHere(context, ['--store', `sqlite:${file}`])
    const { buy } = callerOf(mock.url, 'pk_test_me')
    expect((await buy('SHOP:1', 'SCENARIO-AT-ONCE')).status).toBe(200)
    rmSync(file)
    await mock.said(/deleted\.sqlite was deleted or replaced/, 'stderr')
    expect((await buy('SHOP:2', 'SCENARIO-AT-ONCE')).status).toBe(503)
    mock.child.kill('SIGTERM')
    expect(await mock.ended).toMatchObject({ code: 0 })
  })

  test('says that a file is damaged, and ends with 2', async (context) => {
    const file = join(folder, 'damaged.sqlite')
    const mock = await startMockHere(context, ['--store', `sqlite:${file}`])
    mock.child.kill('SIGTERM')
    await mock.ended
    writeFileSync(file, readFileSync(file).fill(0xff, 8 * 4096, 9 * 4096))
    const { code, stderr } = await runCli(['mock', '--port', '0', '--store', `sqlite:${file}`])
    expect(stderr).toBe(
      `Can't keep the store in ${file}: it is damaged. Restore a copy, or use another file.\n`,
    )
    expect(code).toBe(2)
  })

  test('says which file another mock uses, and ends with 2', async (context) => {
    const file = join(folder, 'held.sqlite')
    await startMockHere(context, ['--store', `sqlite:${file}`])
    const { code, stderr } = await runCli(['mock', '--port', '0', '--store', `sqlite:${file}`])
    expect(stderr).toContain(`${file}: another process holds it`)
    expect(code).toBe(2)
  })
})
