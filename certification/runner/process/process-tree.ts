import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { entryOf, membersOf, type ProcessEntry } from './linux-processes.ts'

/** A process, and every process that it started. */
export type ProcessTree = {
  /** Whether any of its processes still runs, as far as the platform shows. */
  isRunning(): boolean
  signal(signal: 'SIGTERM' | 'SIGKILL'): void
}

/** The process that a tree begins with. */
export type TreeRoot = {
  readonly pid: number
  /** `NAME=value`, as it is in the environment of the tree and of nothing else. */
  readonly marker: string
  /** Whether it has ended, as its parent knows: then another process may have its number. */
  hasEnded(): boolean
}

/** What the tree needs of the machine. */
export type TreeHost = {
  readonly platform: NodeJS.Platform
  /** Runs a program to its end. */
  run(program: string, args: readonly string[]): void
}

const THIS_MACHINE: TreeHost = {
  platform: process.platform,
  run: (program, args) => void spawnSync(program, args, { windowsHide: true, stdio: 'ignore' }),
}

/**
 * The tree below a process that leads a group of its own.
 *
 * On Linux every process of it is found, also those that left the group; elsewhere on POSIX the group alone; Windows ends
 * what is below the root while the root runs.
 */
export function processTree(root: TreeRoot, host: TreeHost = THIS_MACHINE): ProcessTree {
  if (host.platform === 'linux') return linuxTree(root)
  return host.platform === 'win32' ? windowsTree(root, host) : groupTree(root)
}

function linuxTree({ pid: root, marker }: TreeRoot): ProcessTree {
  const since = entryOf(root)?.startedAt ?? 0
  let known: ReadonlyMap<number, ProcessEntry> = new Map()
  const look = () => {
    const members = membersOf({ root, marker, since, known })
    known = new Map(members.map((entry) => [entry.pid, entry]))
    return members
  }
  return {
    isRunning: () => look().length > 0,
    signal(signal) {
      for (const { pid } of look()) send(pid, signal)
    },
  }
}

function groupTree({ pid }: TreeRoot): ProcessTree {
  return { isRunning: () => send(-pid, 0), signal: (signal) => void send(-pid, signal) }
}

/** Windows can't ask a process to end: it can only kill it. Its numbers are soon given to other processes. */
function windowsTree({ pid, hasEnded }: TreeRoot, { run }: TreeHost): ProcessTree {
  return {
    isRunning: () => !hasEnded(),
    signal() {
      if (!hasEnded()) run('taskkill', ['/PID', String(pid), '/T', '/F'])
    },
  }
}

/** @returns whether the process was there. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

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
