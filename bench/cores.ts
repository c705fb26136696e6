import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const SERVER_CORE = '0'
const LOAD_CORE = '1'

/** Whether servers and load can be kept on a core each, so that neither takes time from the other. */
export const IS_PINNED =
  availableParallelism() >= 2 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0

/** The command and arguments that start Node on the core of the servers, where that can be. */
export function onServerCore(args: readonly string[]): [string, string[]] {
  return IS_PINNED
    ? ['taskset', ['-c', SERVER_CORE, process.execPath, ...args]]
    : [process.execPath, [...args]]
}

/** Moves this process, which makes the load, and what it starts from now on to a core of their own. */
export function stayOnLoadCore(): void {
  if (IS_PINNED) spawnSync('taskset', ['-acp', LOAD_CORE, String(process.pid)])
}
