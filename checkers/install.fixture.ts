import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CHECKERS } from './installed.fixture.ts'

/** Where the packages of a lockfile belong, how they are installed, and where that is prepared: on the same disk. */
export type Installation = {
  readonly folder: string
  readonly cache: string
  /** Makes `node_modules` in a folder that has a `package.json` and its lockfile. */
  readonly install: (folder: string) => Promise<unknown>
}

const LOCKFILE = 'package-lock.json'
const LOOKS_AGAIN_MS = 250

/** Vitest's `globalSetup` of `test:full`: the checkers of the lockfile are installed, unless they are already. */
export function setup(): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const install = (cwd: string) =>
    promisify(execFile)(npm, args, { cwd, shell: process.platform === 'win32' })
  return installOnce({ folder: CHECKERS, cache: join(CHECKERS, '..', '.cache'), install })
}

/** Installs what a lockfile names, unless it is installed. Of several processes one does it, and the others wait. */
export async function installOnce({ folder, cache, install }: Installation): Promise<void> {
  const lockfile = join(folder, LOCKFILE)
  const packages = join(folder, 'node_modules')
  // A copy of the lockfile that was installed last.
  const installed = join(packages, 'installed-lock.json')
  const isInstalled = () =>
    existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lockfile, 'utf8')
  if (isInstalled()) return
  mkdirSync(cache, { recursive: true })
  const release = await locked(join(cache, 'checkers.lock'))
  try {
    if (isInstalled()) return
    // Of a process that was killed: its npm may still write there, and nowhere else.
    for (const left of globSync(join(cache, 'checkers-*'))) rmSync(left, { recursive: true, force: true })
    const own = mkdtempSync(join(cache, 'checkers-'))
    for (const file of ['package.json', LOCKFILE]) copyFileSync(join(folder, file), join(own, file))
    await install(own)
    copyFileSync(lockfile, join(own, 'node_modules', 'installed-lock.json'))
    rmSync(packages, { recursive: true, force: true })
    renameSync(join(own, 'node_modules'), packages)
    rmSync(own, { recursive: true, force: true })
  } finally {
    release()
  }
}

/** Waits for a lock that the operating system releases when its process ends, however that is: SQLite's. */
async function locked(file: string): Promise<() => void> {
  for (;;) {
    const database = new DatabaseSync(file)
    try {
      database.exec('BEGIN EXCLUSIVE')
      return () => database.close()
    } catch (cause) {
      database.close()
      if (!String(cause).includes('locked')) throw cause
      await pause(LOOKS_AGAIN_MS)
    }
  }
}
