import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { killingsOverPostgres } from './kill.fixture.ts'
import { embeddedServer, packagedNative, query } from './postgres/embedded-server.fixture.ts'
import { daysOf, STORES } from './retention-load.fixture.ts'

test('mocks and a database that are killed at random moments, with a jumping clock, lose nothing, and buy nothing twice', async () => {
  for await (const round of killingsOverPostgres(4))
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
}, 120_000)

test.each([
  ['sqlite', 20_000],
  ['postgres', 5_000],
] as const)(
  '%s stays as large as it is while keys come and are forgotten',
  async (name, orders) => {
    const loaded = await STORES[name]()
    const sizes: number[] = []
    for await (const { megabytes, keys } of daysOf(loaded, 4, orders)) {
      expect(keys).toBe(0)
      sizes.push(megabytes)
    }
    await loaded.close()
    expect(sizes[3]).toBeLessThanOrEqual((sizes[1] ?? 0) * 1.1)
  },
  120_000,
)

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
