import { fileURLToPath } from 'node:url'
import { ask, startChild, stopChild } from './child.ts'
import type { LoadPlan, LoadResult } from './load/plan.ts'

const MAIN = fileURLToPath(new URL('load/main.ts', import.meta.url))

/** The load, from a process and a core of its own. */
export type LoadProcess = {
  put(plan: LoadPlan): Promise<LoadResult>
  stop(): Promise<void>
}

export function startLoad(): LoadProcess {
  const child = startChild('load', [MAIN])
  return { put: (plan) => ask<LoadResult>(child, plan), stop: () => stopChild(child) }
}
