import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHECKERS } from './installed.fixture.ts'

const LOCK = join(CHECKERS, 'package-lock.json')

/** A copy of the lockfile that was installed last. */
const INSTALLED = join(CHECKERS, 'node_modules', 'installed-lock.json')

/** Vitest's `globalSetup` of `test:full`: the checkers of the lockfile are installed, unless they are already. */
export async function setup(): Promise<void> {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === readFileSync(LOCK, 'utf8')) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const install = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  await promisify(execFile)(npm, install, { cwd: CHECKERS, shell: process.platform === 'win32' })
  copyFileSync(LOCK, INSTALLED)
}
