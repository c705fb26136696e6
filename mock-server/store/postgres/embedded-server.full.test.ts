import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedServer, query } from './embedded-server.fixture.ts'
import { packagedNative } from './server-files.fixture.ts'

/** As `mktemp -d` makes it: nobody but its owner may enter. */
function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a server runs below a folder that only the user of the tests may enter, root or not', async () => {
  const native = join(closedFolder(), 'native')
  cpSync(await packagedNative(), native, { recursive: true, verbatimSymlinks: true })
  const server = await embeddedServer({ native })
  expect(await query(await server.database(), 'select 1 as one')).toEqual([{ one: 1 }])
  await server.close()
}, 120_000)

test('a server that can not start says in one sentence why, and what to do', async () => {
  const native = closedFolder()
  writeFileSync(join(native, 'bin'), '')
  await expect(embeddedServer({ native })).rejects.toThrow(
    /^The tests can't start PostgreSQL: .+\. Run the tests as another user than root, or name a database of yours in DATABASE_URL\.$/,
  )
})
