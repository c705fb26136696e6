import type { ProcessTree } from './process-tree.ts'

const guarded = new Set<ProcessTree>()

/** Forks between the look and the kill would get away: what a process begins meanwhile is found by the next round. */
const ROUNDS = 3

function endAll(): void {
  for (let round = 0; round < ROUNDS; round += 1) for (const tree of guarded) tree.signal('SIGKILL')
}

/**
 * Ends a tree with this process, however this one ends, by a fault too. Only a signal that nobody handles, such as
 * SIGKILL, leaves no time for it.
 *
 * @returns what stops that.
 */
export function endWithThisProcess(tree: ProcessTree): () => void {
  if (guarded.size === 0) process.on('exit', endAll)
  guarded.add(tree)
  return () => {
    guarded.delete(tree)
    if (guarded.size === 0) process.off('exit', endAll)
  }
}
