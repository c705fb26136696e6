import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessTree } from './process-tree.ts'

/** How long a tree may take to end by itself, and how long to wait for it after that. */
export type EndTimes = { readonly graceMs: number; readonly killMs: number }

const STEP_MS = 20

/**
 * Ends a tree: first by SIGTERM, then by SIGKILL, again and again while new processes appear in it.
 *
 * @param isHurried whether to skip the rest of the grace period.
 */
export async function endTree(
  tree: ProcessTree,
  { graceMs, killMs }: EndTimes,
  isHurried: () => boolean = () => false,
): Promise<void> {
  if (!tree.isRunning()) return
  if (graceMs > 0) {
    tree.signal('SIGTERM')
    await stepUntil(graceMs, () => isHurried() || !tree.isRunning())
  }
  await stepUntil(killMs, () => {
    tree.signal('SIGKILL')
    return !tree.isRunning()
  })
}

async function stepUntil(limitMs: number, isDone: () => boolean): Promise<void> {
  const until = performance.now() + limitMs
  while (!isDone() && performance.now() < until) await pause(STEP_MS)
}
