import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { type Io, print } from '../io.ts'

/**
 * The address of a mock's page, for a browser on this machine.
 *
 * @param url the base address of the mock.
 * @param token opens the page where the mock needs a token.
 *
 * @example
 * pageAddress('http://127.0.0.1:4010') // 'http://127.0.0.1:4010/__mock/'
 */
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
 * Opens an address in the default browser. Nothing waits for the browser. Where there is none, or it can't be started, the
 * user reads which address to open.
 *
 * @param address may hold a ticket that is used up by the browser.
 * @param shown the address for the user.
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
