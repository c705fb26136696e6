import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'

/** What is measured, and what measures it; and what is on no side. */
export type Side = 'server' | 'load' | 'any'

const CORES: { readonly [S in Side]: string } = {
  server: '0',
  load: '1',
  any: `0-${Math.max(availableParallelism(), cpus().length) - 1}`,
}

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
  moveTo('load')
}

/** Lets this process, and what it starts meanwhile, run on every core; then moves it back to the side of the load. */
export async function onAllCores<Result>(work: () => Promise<Result>): Promise<Result> {
  moveTo('any')
  try {
    return await work()
  } finally {
    moveTo('load')
  }
}

function moveTo(side: Side): void {
  if (IS_PINNED) spawnSync('taskset', ['-acp', CORES[side], String(process.pid)])
}
