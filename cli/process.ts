import { systemClock } from '../contract/clock.ts'
import type { Io } from './io.ts'
import { run } from './run.ts'

/** Runs the command line that this process was started with, and ends the process with its exit code. */
export async function runProcess(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo)
  // A stopped run may still be waiting for an order, but its verdict is complete.
  if (process.stdout.writableLength === 0) process.exit()
  process.stdout.write('', () => process.exit())
}

/** This process. Its streams are opened when they are first used. */
const processIo: Io = {
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
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
