import type { ProcessTree } from './process-tree.ts'

const guarded = new Set<ProcessTree>()

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A process may fork between the search and the kill: the next round finds its child. */
const ROUNDS = 3

function endAll(): void {
  for (let round = 0; round < ROUNDS; round += 1) for (const tree of guarded) tree.signal('SIGKILL')
}

/** A signal that nobody else listens to ends this process, as it does without a listener. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endAll()
  process.off(signal, endBySignal)
  process.kill(process.pid, signal)
}

/** Ends a tree when this process ends, also by a signal or by an error that nobody caught. Returns what stops guarding. */
export function endWithThisProcess(tree: ProcessTree): () => void {
  if (guarded.size === 0) {
    process.on('exit', endAll)
    for (const signal of SIGNALS) process.on(signal, endBySignal)
  }
  guarded.add(tree)
  return () => {
    guarded.delete(tree)
    if (guarded.size > 0) return
    process.off('exit', endAll)
    for (const signal of SIGNALS) process.off(signal, endBySignal)
  }
}

/**
 * Without a listener, SIGUSR1 opens an inspector, through which a client of the same account could write its own verdict.
 * The listener stays: a client may have left a process that waits for the end of the run.
 */
export function closeInspector(): void {
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {})
}
