import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A process, and the processes that it started. */
export type ProcessTree = {
  /** True if any process of the tree still runs, as far as the platform shows. */
  isRunning(): boolean
  signal(signal: 'SIGTERM' | 'SIGKILL'): void
}

type TreeRoot = {
  readonly pid: number
  /** `NAME=value`, which only the processes of this tree have in their environment. */
  readonly marker: string
  /** True if the root has ended, according to its parent. Its id may then belong to another process. */
  hasEnded(): boolean
}

/**
 * The tree below a process that leads its own group. Linux also finds processes that left the group, by their
 * environment. Other systems only see the group, and Windows only sees what is below the root while the root runs.
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

/** Windows can't ask a process to end, and soon reuses process ids. */
function windowsTree({ pid, hasEnded }: TreeRoot): ProcessTree {
  const kill = ['/PID', String(pid), '/T', '/F']
  return {
    isRunning: () => !hasEnded(),
    signal: () => void (hasEnded() || spawnSync('taskkill', kill, { windowsHide: true, stdio: 'ignore' })),
  }
}

/** @returns whether the process or group existed. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/**
 * The running processes in a group, or with `NAME=value` in their environment, except this process. Works on Linux
 * only.
 */
export function processesWith(
  marker: string,
  { group, since = 0 }: { readonly group?: number; readonly since?: number } = {},
): readonly number[] {
  const pids = readdirSync('/proc').map(Number)
  return pids.filter((pid) => {
    // /proc has other entries, too.
    if (Number.isNaN(pid)) return false
    const { state, group: own, startedAt } = statOf(pid)
    // A process that has ended stays in the list until its parent collects it.
    if (pid === process.pid || /[ZX]/.test(state)) return false
    if (own === group) return true
    return startedAt >= since && contentOf(`/proc/${pid}/environ`).split('\0').includes(marker)
  })
}

/** The position of `starttime` in proc(5), counted from the state. */
const STARTED_AT = 19

function statOf(pid: number) {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The program's name is in brackets, and may itself contain blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] || 'X', group: Number(fields[2]), startedAt: Number(fields[STARTED_AT]) }
}

/** Empty if the process has ended meanwhile, or belongs to another user. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** How long a tree gets to end by itself, and how long the kill may take after that. */
export type EndTimes = { readonly graceMs: number; readonly killMs: number }

const STEP_MS = 20

/** Ends a tree by SIGTERM, then by SIGKILL, which is repeated as long as new processes appear. */
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
