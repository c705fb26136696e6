import { program } from './program.ts'
import { exitCodeOf } from './terminal/exit-code.ts'

/** Runs the command line that the process was started with, to the exit code that it comes to. */
export async function run(): Promise<void> {
  try {
    await program(process.argv[2]).parseAsync()
  } catch (cause) {
    process.exitCode = exitCodeOf(cause, (text) => process.stderr.write(`${text}\n`))
  }
  // A run that was stopped may still be waiting for an order: its verdict is given, and nobody waits for the rest.
  if (process.exitCode !== undefined) process.exit()
}
