import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A process, and the processes that it started. */
export type ProcessTree = {
  /** Whether any of its processes still runs, as far as the platform shows. */
  isRunning(): boolean
  signal(signal: 'SIGTERM' | 'SIGKILL'): void
}

type TreeRoot = {
  readonly pid: number
  /** `NAME=value`, as it is in the environment of the tree and of nothing else. */
  readonly marker: string
  /** Whether it has ended, as its parent knows: then another process may have its number. */
  hasEnded(): boolean
}

/**
 * The tree below a process that leads a group of its own. Linux also shows the processes that left the group, by their
 * environment; other systems show the group alone, and Windows what is below the root while that runs.
 */
export function processTree(root: TreeRoot): ProcessTree {
  if (process.platform === 'linux') return linuxTree(root)
  return process.platform === 'win32' ? windowsTree(root) : groupTree(root)
}

function linuxTree({ pid: group, marker }: TreeRoot): ProcessTree {
  const since = statOf(group).startedAt
  const look = () => processesWith(marker, { group, since })
  return {
    isRunning: () => look().length > 0,
    signal(signal) {
      for (const pid of look()) send(pid, signal)
    },
  }
}

function groupTree({ pid }: TreeRoot): ProcessTree {
  return { isRunning: () => send(-pid, 0), signal: (signal) => void send(-pid, signal) }
}

/** Windows can't ask a process to end. Its numbers are soon given to other processes. */
function windowsTree({ pid, hasEnded }: TreeRoot): ProcessTree {
  const kill = ['/PID', String(pid), '/T', '/F']
  return {
    isRunning: () => !hasEnded(),
    signal: () => void (hasEnded() || spawnSync('taskkill', kill, { windowsHide: true, stdio: 'ignore' })),
  }
}

/** @returns whether the process, or the group, was there. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** The running processes in a group, or with `NAME=value` in their environment, but for this one. Linux alone shows them. */
export function processesWith(
  marker: string,
  { group, since = 0 }: { readonly group?: number; readonly since?: number } = {},
): readonly number[] {
  const pids = readdirSync('/proc').map(Number)
  return pids.filter((pid) => {
    // The other entries of /proc are no processes.
    if (Number.isNaN(pid)) return false
    const { state, group: own, startedAt } = statOf(pid)
    // One that has ended stays until its parent asks for it.
    if (pid === process.pid || /[ZX]/.test(state)) return false
    if (own === group) return true
    return startedAt >= since && contentOf(`/proc/${pid}/environ`).split('\0').includes(marker)
  })
}

/** Where proc(5) has `starttime`, counted from the state on. */
const STARTED_AT = 19

function statOf(pid: number) {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The name of the program is in brackets, and may contain blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] || 'X', group: Number(fields[2]), startedAt: Number(fields[STARTED_AT]) }
}

/** Empty where the process has ended meanwhile, or belongs to another user. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** How long a tree may take to end by itself, and how long to wait for it after that. */
export type EndTimes = { readonly graceMs: number; readonly killMs: number }

const STEP_MS = 20

/** First by SIGTERM, then by SIGKILL, again and again while new processes appear in it. */
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
