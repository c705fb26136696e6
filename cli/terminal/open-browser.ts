import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import type { Environment } from '../io.ts'

/** What opens an address in the default browser, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/d', '/c', 'start', ''],
}
const OTHER_SYSTEMS = ['xdg-open']

/**
 * Opens an address in the default browser. Nothing waits for the browser.
 *
 * @param failed is called where there is none, or it can't be started; it gets what was tried.
 */
export function openBrowser(address: string, env: Environment, failed: (opener: string) => void): void {
  const [program = '', ...words] = OPENERS[platform()] ?? OTHER_SYSTEMS
  const child = spawn(program, [...words, address], { env: { ...env }, stdio: 'ignore', detached: true })
  child.on('error', () => failed(program))
  child.on('exit', (code) => {
    if (code !== 0) failed(program)
  })
  child.unref()
}
