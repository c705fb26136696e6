import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { type Io, print } from '../io.ts'

/** For a browser on this machine; `token` opens it where the mock needs one. */
export function pageAddress(url: string, token?: string): string {
  const address = new URL(`${ADMIN_PREFIX}/`, url)
  if (token !== undefined) address.searchParams.set('token', token)
  return address.href
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/d', '/c', 'start', ''],
}
const OTHER_SYSTEMS = ['xdg-open']

/**
 * Nothing waits for the browser. Where there is none, or it can't be started, the user reads which address to open:
 * `address` itself may hold a ticket that is used up by the browser.
 */
export function openBrowser(address: string, shown: string, { env, stderr }: Io): void {
  const [program = '', ...words] = OPENERS[platform()] ?? OTHER_SYSTEMS
  const failed = () =>
    print({ stdout: stderr }, `--open: ${program} did not open the browser. Open ${shown} yourself.`)
  const child = spawn(program, [...words, address], { env: { ...env }, stdio: 'ignore', detached: true })
  child.on('error', failed)
  child.on('exit', (code) => {
    if (code !== 0) failed()
  })
  child.unref()
}
