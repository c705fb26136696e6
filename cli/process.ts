import { setImmediate } from 'node:timers/promises'
import { systemClock } from '../contract/clock.ts'
import { EXIT_CODES } from '../contract/report/verdict.ts'
import type { Io } from './io.ts'
import { run } from './run.ts'
import { callersFolder } from './terminal/invocation.ts'

export async function runProcess(): Promise<void> {
  process.chdir(callersFolder(processIo) ?? '.')
  process.exitCode = await run(process.argv.slice(2), processIo)
  if (process.stdout.writableLength > 0) await new Promise((resolve) => process.stdout.write('', resolve))
  await setImmediate()
  if (lost !== undefined) {
    process.stderr.write(`Standard output is incomplete: ${lost.message}. Write it to another place.\n`)
    process.exitCode ||= EXIT_CODES['harness-fault']
  }
  // A stopped run may still be waiting for an order, but its verdict is complete.
  process.exit()
}

let lost: NodeJS.ErrnoException | undefined

/** A reader that leaves early, as `head` does, has read what it wanted. Anything else is a loss. */
function keepLoss(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') lost ??= error
}

/** There is no other place to say that standard error is gone. */
const ignoreLoss = () => {}

function listened(stream: NodeJS.WriteStream, onError: (error: Error) => void): NodeJS.WriteStream {
  return stream.listeners('error').includes(onError) ? stream : stream.on('error', onError)
}

/** This process. Its streams are opened when they are first used. */
const processIo: Io = {
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return listened(process.stdout, keepLoss)
  },
  get stderr() {
    return listened(process.stderr, ignoreLoss)
  },
  get env() {
    return process.env
  },
  clock: systemClock,
  executable: process.argv[1],
  onSignal(signal, listener) {
    process.on(signal, listener)
    return () => void process.off(signal, listener)
  },
}
