import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import type { ProcessTree, TreeRoot } from './process-tree.ts'

const guarded = new Set<ProcessTree>()

/** A process may fork between the search and the kill: the next round finds its child. */
const ROUNDS = 3

function endAll(): void {
  for (let round = 0; round < ROUNDS; round += 1) for (const tree of guarded) tree.signal('SIGKILL')
}

/** Also by a crash; on Linux also by SIGKILL, which leaves this process no time for it. Returns what stops guarding. */
export function endWithThisProcess(
  tree: ProcessTree,
  { pid, marker }: Pick<TreeRoot, 'pid' | 'marker'>,
): () => void {
  if (guarded.size === 0) process.on('exit', endAll)
  guarded.add(tree)
  tellGuard(`+${pid} ${marker}`)
  return () => {
    guarded.delete(tree)
    tellGuard(`-${pid} ${marker}\n- ${marker}`)
    if (guarded.size === 0) process.off('exit', endAll)
  }
}

/**
 * Says by what the processes of a client will be known, before it is started: on a busy machine this process may be killed
 * after it has started one, and before it can say which.
 */
export function announceMarked(marker: string): void {
  tellGuard(`+ ${marker}`)
}

/**
 * A process that outlives this one by a moment. Its standard input ends when this process is gone, in whatever way: then it
 * kills each group that it was told of, and what has left the group with the marker in its environment.
 */
const GUARD = `
const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
const trees = new Set()
let rest = ''
const kill = (pid) => { try { process.kill(pid, 'SIGKILL') } catch {} }
const isMarked = (pid, marks) => {
  try { return readFileSync('/proc/' + pid + '/environ', 'latin1').split('\\0').some((one) => marks.has(one)) } catch {}
}
process.stdin.setEncoding('latin1').on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) line[0] === '+' ? trees.add(line.slice(1)) : trees.delete(line.slice(1))
}).on('end', () => {
  const all = [...trees].map((tree) => tree.split(/ (.*)/))
  const marks = new Set(all.map(([, marker]) => marker))
  for (let round = 0; round < ${ROUNDS} && all.length > 0; round += 1) {
    for (const [pid] of all) if (pid !== '') kill(-pid)
    for (const pid of readdirSync('/proc')) if (pid > 0 && isMarked(pid, marks)) kill(Number(pid))
  }
})`

let guard: Writable | undefined

function tellGuard(line: string): void {
  if (process.platform !== 'linux') return
  guard ??= startGuard()
  guard.write(`${line}\n`)
}

function startGuard(): Writable {
  // A group of its own: Ctrl-C ends this process first. No environment: the guard has no marker in it.
  const child = spawn(process.execPath, ['-e', GUARD], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  })
  // Without a guard, a client is ended by everything but SIGKILL.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  Object(child.stdin).unref()
  return child.stdin
}

/**
 * Without a listener, SIGUSR1 opens an inspector, through which a client of the same account could write its own verdict.
 * The listener stays: a client may have left a process that waits for the end of the run.
 */
export function closeInspector(): void {
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {})
}
