import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { type Io, print } from '../io.ts'

export function pageAddress(url: string): string {
  return new URL(`${ADMIN_PREFIX}/`, url).href
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/d', '/c', 'start', ''],
}
const OTHER_SYSTEMS = ['xdg-open']

/** Nothing waits for the browser. Where there is none, or it can't be started, the user reads which address to open. */
export function openBrowser(address: string, { env, stderr }: Io): void {
  const [program = '', ...words] = OPENERS[platform()] ?? OTHER_SYSTEMS
  const failed = () =>
    print({ stdout: stderr }, `--open: ${program} did not open the browser. Open ${address} yourself.`)
  const child = spawn(program, [...words, address], { env: { ...env }, stdio: 'ignore', detached: true })
  child.on('error', failed)
  child.on('exit', (code) => {
    if (code !== 0) failed()
  })
  child.unref()
}
