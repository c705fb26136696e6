import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A process, and every process that it started. */
export type ProcessTree = {
  /** Whether any of its processes still runs, as far as the platform shows. */
  isRunning(): boolean
  signal(signal: 'SIGTERM' | 'SIGKILL'): void
}

export type TreeRoot = {
  readonly pid: number
  /** `NAME=value`, as it is in the environment of the tree and of nothing else. */
  readonly marker: string
  /** Whether it has ended, as its parent knows: then another process may have its number. */
  hasEnded(): boolean
}

export type TreeHost = {
  readonly platform: NodeJS.Platform
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

export type ProcessEntry = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Its start, in ticks since boot. It distinguishes a process from a later one with the same number. */
  readonly startedAt: number
}

export type TreeMarks = {
  /** The process that leads the group and the session. */
  readonly root: number
  /** `NAME=value`, which is in the environment of no other process. */
  readonly marker: string
  /** When the root started, as in {@link ProcessEntry}: nothing that ran before it is searched for the marker. */
  readonly since: number
  /** Members found earlier, by number. One whose parent has ended is recognised by nothing else. */
  readonly known: ReadonlyMap<number, ProcessEntry>
}

/**
 * Every running process of a tree: in the group or session of its root, with the marker in its environment, started by
 * such a process, or found before. That finds those that left the group, too.
 */
export function membersOf({ root, marker, since, known }: TreeMarks): readonly ProcessEntry[] {
  const processes = runningProcesses().filter(({ pid }) => pid !== process.pid)
  const isMember = ({ pid, group, session, startedAt }: ProcessEntry) =>
    group === root ||
    session === root ||
    known.get(pid)?.startedAt === startedAt ||
    (startedAt >= since && contentOf(`/proc/${pid}/environ`).split('\0').includes(marker))
  const members = new Map(processes.filter(isMember).map((entry) => [entry.pid, entry]))
  for (let grown = -1; grown !== members.size; ) {
    grown = members.size
    for (const entry of processes) if (members.has(entry.parent)) members.set(entry.pid, entry)
  }
  return [...members.values()]
}

export function runningProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => entryOf(Number(name)) ?? [])
}

/** A zombie does not count: it has ended. */
function entryOf(pid: number): ProcessEntry | undefined {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The name of the program is in brackets, and may contain blanks and brackets itself.
  const [state = 'X', ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent = 0, group = 0, session = 0] = numbers.map(Number)
  const startedAt = Number(numbers[STARTED_AT])
  return /[ZX]/.test(state) ? undefined : { pid, parent, group, session, startedAt }
}

/** Where proc(5) has `starttime`, counted from the parent's number on. */
const STARTED_AT = 18

/** Empty where the process has ended meanwhile, or belongs to another user. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
