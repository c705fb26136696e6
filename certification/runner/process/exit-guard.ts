import type { ProcessTree } from './process-tree.ts'

const guarded = new Set<ProcessTree>()

/** A process may fork between the search and the kill: the next round finds its child. */
const ROUNDS = 3

function endAll(): void {
  for (let round = 0; round < ROUNDS; round += 1) for (const tree of guarded) tree.signal('SIGKILL')
}

/**
 * Ends a tree when this process ends, also by a crash. Only a signal without a handler, such as SIGKILL, leaves no time
 * for it.
 *
 * @returns a function that stops guarding.
 */
export function endWithThisProcess(tree: ProcessTree): () => void {
  if (guarded.size === 0) process.on('exit', endAll)
  guarded.add(tree)
  return () => {
    guarded.delete(tree)
    if (guarded.size === 0) process.off('exit', endAll)
  }
}
