import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { pinned, type Side } from './pinning.ts'

const running = new Set<ChildProcess>()

// Nothing that a measurement started outlives it, however it ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** Where a process runs, and what it finds in its environment besides that of this one. */
export type Surroundings = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

/** Starts a Node process on the core of a side, with a channel for messages. What it prints is left aside. */
export function startChild(
  side: Side,
  args: readonly string[],
  { cwd, env }: Surroundings = {},
): ChildProcess {
  const [command, rest] = pinned(side, args)
  const child = spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/**
 * Sends a message, and waits for the one that answers it.
 *
 * @throws {Error} when the process ends instead.
 */
export function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => {
      reject(new Error(`A process of the measurement ended with code ${code} before it answered.`))
    }
    child.once('close', ended)
    // What comes over the channel was written by the process that was started, in the shape asked for.
    child.once('message', (reply) => {
      child.off('close', ended)
      resolve(reply as Reply)
    })
    child.send(message)
  })
}

/** Ends a process, and waits until it is gone. One that takes its time is killed. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
  await closed
  clearTimeout(timer)
}
