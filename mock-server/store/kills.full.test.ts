import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedServer, packagedNative, query } from './embedded-server.fixture.ts'
import { killingsOverPostgres, NOTHING_LOST } from './kill.fixture.ts'

test('two mocks over one database, all killed at random moments, lose nothing, and buy nothing twice', async () => {
  for await (const round of await killingsOverPostgres(15)) expect(round).toMatchObject(NOTHING_LOST)
}, 300_000)

test('a server of the tests runs below a folder that only their user may enter, root or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o700)
  const native = join(folder, 'native')
  cpSync(await packagedNative(), native, { recursive: true, verbatimSymlinks: true })
  const server = await embeddedServer({ native })
  expect(await query(await server.database(), 'select 1 as one')).toEqual([{ one: 1 }])
  await server.close()
}, 120_000)

test('a server of the tests that can not start says in one sentence why, and what to do', async () => {
  await expect(embeddedServer({ native: '/nowhere' })).rejects.toThrow(
    /^The tests can't start PostgreSQL: .+\. Run the tests as another user than root, or name a database of yours in DATABASE_URL\.$/,
  )
})
