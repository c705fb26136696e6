import { readdirSync, readFileSync } from 'node:fs'

/** A running process, with the data that shows to which tree it belongs. */
export type ProcessEntry = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Its start, in ticks since boot. It distinguishes a process from a later one with the same number. */
  readonly startedAt: number
}

/** How to recognise the processes of a tree. */
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
    (startedAt >= since && isMarked(pid, marker))
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

/** A zombie does not count: it has ended. */
export function entryOf(pid: number): ProcessEntry | undefined {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The name of the program is in brackets, and may contain blanks and brackets itself.
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

/** Empty where the process has ended meanwhile, or belongs to another user. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
