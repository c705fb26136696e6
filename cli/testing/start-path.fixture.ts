import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Records every file that is loaded, until the process ends. */
const WATCHER = `
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = []
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:') && url !== import.meta.url) loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync('loaded.json', JSON.stringify(loaded)))
`

/**
 * Starts an executable in a folder, and watches what it loads.
 *
 * @param loaded gives, once it has ended, every file that it loaded from start to end, in order.
 */
function startWatched(executable: string, folder: string, args: readonly string[], env = process.env) {
  writeFileSync(join(folder, 'watch-loading.mjs'), WATCHER)
  const all = ['--import', './watch-loading.mjs', executable, ...args]
  const child = spawn(process.execPath, all, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close') as Promise<[exitCode: number]>
  const loaded = (): readonly string[] => JSON.parse(readFileSync(join(folder, 'loaded.json'), 'utf8'))
  return { child, closed, loaded }
}

/** What a mock that was started from an executable did. */
export type StartedMock = {
  /** The status of its answer to ping. */
  readonly status: number
  readonly exitCode: number
  /** Every file that it loaded from start to end, in order. */
  readonly loaded: readonly string[]
}

/**
 * Starts `mock` from an executable, in a folder, pings it once, and stops it.
 *
 * @param options of `mock`, without its address.
 */
export async function startFrom(
  executable: string,
  folder: string,
  options: readonly string[] = [],
): Promise<StartedMock> {
  const args = ['mock', '--port', '0', '--quiet', ...options]
  const { child, closed, loaded } = startWatched(executable, folder, args)
  const lines = createInterface(child.stdout)
  const [line] = (await Promise.race([once(lines, 'line'), closed])) as [unknown]
  const url = String(line).replace(/^ready /, '')
  const headers = { Authorization: 'Bearer pk_test_start' }
  const { status } = await fetch(`${url}/ping`, { headers })
  child.kill('SIGTERM')
  const [exitCode] = await closed
  return { status, exitCode, loaded: loaded() }
}
