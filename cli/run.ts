import { EXIT_CODES } from '../contract/report/verdict.ts'
import type { Io } from './io.ts'
import { program } from './program.ts'
import { exitCodeOf } from './terminal/exit-code.ts'
import { fold, widthOf } from './terminal/terminal.ts'
import { annotateRefusal } from './terminal/workflow-commands.ts'

/**
 * Runs a command line to its end.
 *
 * @param argv the arguments after the program's name.
 * @returns the exit code. Requests of a stopped command may still be in progress.
 *
 * @example
 * await run(['verify', '--report', 'report'], io) // 0
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT_CODES.kept
  const exit = (code: number) => {
    exitCode = code
  }
  try {
    await (await program({ io, exit }, argv[0])).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (cause) {
    return exitCodeOf(cause, (text) => {
      io.stderr.write(`${fold(text, widthOf(io.stderr))}\n`)
      annotateRefusal(text, io)
    })
  }
}
