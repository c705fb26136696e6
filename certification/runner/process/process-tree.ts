import { spawnSync } from 'node:child_process'
import { membersOf, type ProcessEntry } from './linux-processes.ts'

/** A process, and every process that it started. */
export type ProcessTree = {
  /** Whether any of its processes still runs, as far as the platform can tell. */
  isRunning(): boolean
  signal(signal: 'SIGTERM' | 'SIGKILL'): void
}

/**
 * The tree below a process that leads a group of its own.
 *
 * On Linux every process of it is found, also those that left the group; elsewhere on POSIX the group alone; Windows ends
 * what is below the root while the root runs.
 *
 * @param marker `NAME=value`, as it stands in the environment of the tree and of nothing else.
 */
export function processTree(root: number, marker: string, platform = process.platform): ProcessTree {
  if (platform === 'linux') return linuxTree(root, marker)
  return platform === 'win32' ? windowsTree(root) : groupTree(root)
}

function linuxTree(root: number, marker: string): ProcessTree {
  let known: ReadonlyMap<number, ProcessEntry> = new Map()
  const look = () => {
    const members = membersOf({ root, marker, known })
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

function groupTree(root: number): ProcessTree {
  return { isRunning: () => send(-root, 0), signal: (signal) => void send(-root, signal) }
}

/** Windows can't ask a process to end: it can only kill it. */
function windowsTree(root: number): ProcessTree {
  return {
    isRunning: () => send(root, 0),
    signal: () => void spawnSync('taskkill', ['/T', '/F', '/PID', String(root)], { windowsHide: true }),
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
