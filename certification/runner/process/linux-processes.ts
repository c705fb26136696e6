import { readdirSync, readFileSync } from 'node:fs'

/** A running process, as far as its family is told by it. */
export type ProcessEntry = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** When it was started, in ticks since the machine was: what tells it from a later process of the same number. */
  readonly startedAt: number
}

/** Which processes are of a tree. */
export type TreeMarks = {
  /** The process that leads the group and the session. */
  readonly root: number
  /** A text that stands in the environment of no other process. */
  readonly marker: string
  /** Members that were found before, by their number: one whose parent has gone is known by nothing else. */
  readonly known: ReadonlyMap<number, ProcessEntry>
}

/**
 * Every process of a tree that still runs: of its root's group or session, holding the marker in its environment, begun
 * by such a one, or known before. So are those found that left the group.
 */
export function membersOf({ root, marker, known }: TreeMarks): readonly ProcessEntry[] {
  const processes = runningProcesses().filter(({ pid }) => pid !== process.pid)
  const isMember = ({ pid, group, session, startedAt }: ProcessEntry) =>
    group === root || session === root || known.get(pid)?.startedAt === startedAt || isMarked(pid, marker)
  const members = new Map(processes.filter(isMember).map((entry) => [entry.pid, entry]))
  for (let grown = -1; grown !== members.size; ) {
    grown = members.size
    for (const entry of processes) if (members.has(entry.parent)) members.set(entry.pid, entry)
  }
  return [...members.values()]
}

/** Every process of the machine that has not ended. */
export function runningProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => entryOf(Number(name)) ?? [])
}

/** A zombie is none: it has ended, and only its parent has not asked yet. */
function entryOf(pid: number): ProcessEntry | undefined {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The name of the program stands in brackets, and may hold blanks and brackets itself.
  const [state = 'X', ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent = 0, group = 0, session = 0] = numbers.map(Number)
  const startedAt = Number(numbers[STARTED_AT])
  return /[ZX]/.test(state) ? undefined : { pid, parent, group, session, startedAt }
}

/** Where proc(5) has `starttime`, counted from the parent's number on. */
const STARTED_AT = 18

function isMarked(pid: number, marker: string): boolean {
  return contentOf(`/proc/${pid}/environ`).split('\0').includes(marker)
}

/** Nothing where a process has gone meanwhile, or is another user's. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
