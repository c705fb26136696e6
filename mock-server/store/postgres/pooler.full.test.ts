import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { account, purchaseOf } from '../conformance/opened-store.fixture.ts'
import { freePort, query } from './embedded-server.fixture.ts'
import { openPostgres } from './opened.fixture.ts'
import { postgresStore } from './postgres-store.ts'
import { emptyDatabase } from './shared-server.fixture.ts'

/** Name another one by the environment. */
const { PGBOUNCER = 'pgbouncer' } = process.env
const isThere = spawnSync(PGBOUNCER, ['--version']).status === 0
if (!isThere) console.log('PgBouncer is not tested: install it, or name it in PGBOUNCER.')

const PATIENCE = { timeout: 15_000, interval: 50 }

/** @returns the URL of a database through a PgBouncer in transaction mode, with two connections to share. */
async function pooled(url: string, settings = ''): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
${settings}
`,
  )
  chmodSync(folder, 0o755)
  // It does not run as root.
  const child = spawn(PGBOUNCER, [file], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid: 65_534 }),
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  const through = `postgres://${username}:any@127.0.0.1:${own}${pathname}`
  await vi.waitFor(() => query(through, 'select 1'), PATIENCE)
  return through
}

describe.runIf(isThere)('through a PgBouncer in transaction mode', () => {
  test.for([
    ['as it is installed', ''],
    ['that lets start-up parameters pass', 'ignore_startup_parameters = statement_timeout'],
  ] as const)('a store does not start at one %s, and says why', async ([, settings]) => {
    const url = await pooled(await emptyDatabase(), settings)
    await expect(postgresStore(url)).rejects.toThrow('Add pooler=transaction')
  })

  test('two stores that know of it buy each purchase once, and agree on the time', async () => {
    const url = `${await pooled(await emptyDatabase())}?pooler=transaction`
    const [one, other] = [await openPostgres(url), await openPostgres(url)]
    const mine = account(2_500_000)
    const placed = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        (index % 2 === 0 ? one : other).placeOrder(mine, purchaseOf(`TEST:${index % 100}`)),
      ),
    )
    expect(placed.filter(({ placement }) => placement.kind === 'recorded')).toHaveLength(100)
    expect((await other.balance(mine)).available).toBe(2_250_000)
    const changed: string[] = []
    other.onTimeChange((sandbox) => changed.push(sandbox))
    await one.changeTime(mine, { advanceSeconds: 60 })
    await vi.waitFor(() => expect(changed).toContain(mine.sandbox), PATIENCE)
    await one.reset(mine)
    expect((await other.orders(mine, 1)).count).toBe(0)
  })
})
