import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { killingsOverPostgres } from './kill.fixture.ts'
import { embeddedServer, packagedNative, query } from './postgres/embedded-server.fixture.ts'
import { smallDisk } from './small-disk.fixture.ts'

test('mocks and a database that are killed at random moments, with a jumping clock, lose nothing, and buy nothing twice', async () => {
  const disk = smallDisk(512)
  onTestFinished(() => disk?.remove())
  for await (const round of await killingsOverPostgres(6, disk))
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
}, 120_000)

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
