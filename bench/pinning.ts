import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What is measured, and what measures it. */
export type Side = 'server' | 'load'

const CORES: { readonly [S in Side]: string } = { server: '0', load: '1' }

/** Whether the two sides can be kept on a core each, so that neither takes time from the other. */
export const IS_PINNED =
  availableParallelism() >= 2 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0

/** The command and arguments that start something on the core of its side, where that can be. */
export function pinned(side: Side, args: readonly string[]): [string, string[]] {
  return IS_PINNED
    ? ['taskset', ['-c', CORES[side], process.execPath, ...args]]
    : [process.execPath, [...args]]
}

/** Moves this process to the side of the load: it is idle while something is measured. */
export function stayWithTheLoad(): void {
  if (IS_PINNED) spawnSync('taskset', ['-acp', CORES.load, String(process.pid)])
}
