import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { installOnce } from './install.fixture.ts'

/** Checkers that are not installed, and an npm that takes its time. */
function uninstalled(context: Parameters<typeof temporaryFolder>[0]) {
  const folder = temporaryFolder(context)
  const cache = join(folder, '.cache')
  for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(folder, file), '{}')
  const runs = { begun: 0, underWay: 0, atOnce: 0 }
  const install = async (own: string) => {
    runs.begun += 1
    runs.underWay += 1
    runs.atOnce = Math.max(runs.atOnce, runs.underWay)
    await pause(20)
    mkdirSync(join(own, 'node_modules', 'one'), { recursive: true })
    runs.underWay -= 1
  }
  return { folder, cache, install, runs }
}

test('several runs that begin at once install the checkers once, and nothing but whole', async (context) => {
  const { runs, ...installation } = uninstalled(context)
  const { folder, cache } = installation
  await Promise.all([1, 2, 3].map(() => installOnce(installation)))
  expect(runs).toMatchObject({ begun: 1, atOnce: 1 })
  expect(existsSync(join(folder, 'node_modules', 'one'))).toBe(true)
  writeFileSync(join(folder, 'package-lock.json'), '{"changed":1}')
  const failing = { ...installation, install: () => Promise.reject(new Error('no network')) }
  await expect(installOnce(failing)).rejects.toThrow('no network')
  expect(existsSync(join(folder, 'node_modules', 'one'))).toBe(true)
  await installOnce(installation)
  expect(runs.begun).toBe(2)
  expect(readdirSync(cache)).toEqual(['checkers.lock'])
})

test('a run that is killed while it installs keeps no other one waiting', async (context) => {
  const { runs, ...installation } = uninstalled(context)
  const { folder, cache } = installation
  const program = `
    import { installOnce } from ${JSON.stringify(new URL('install.fixture.ts', import.meta.url).href)}
    const install = () => new Promise((end) => { console.log('installing'); setTimeout(end, 3_600_000) })
    await installOnce({ folder: ${JSON.stringify(folder)}, cache: ${JSON.stringify(cache)}, install })`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' })
  await once(other.stdout, 'data')
  const installed = installOnce(installation)
  await pause(50)
  expect(runs.begun).toBe(0)
  other.kill('SIGKILL')
  await installed
  expect(runs.begun).toBe(1)
  expect(readdirSync(cache)).toEqual(['checkers.lock'])
})
