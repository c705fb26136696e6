#!/usr/bin/env node
import { CommanderError } from 'commander'
import { redact } from '../contract/redact.ts'
import { EXIT_CODES } from '../contract/verdict.ts'
import { program } from './program.ts'

/** Errors that tell a user what to mend: by name, so that no part is loaded only to be compared with. */
const USER_ERRORS = ['Refusal', 'ProfileError', 'BaselineError', 'ObservedError', 'ListenError', 'UsageError']

/** The exit code for whatever ended a command, after its message was printed. */
function exitCodeOf(cause: unknown): number {
  // Commander has printed its own message already; help and version are no errors.
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : EXIT_CODES.refused
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
  if (USER_ERRORS.includes(name)) {
    process.stderr.write(`${redact(message)}\n`)
    return EXIT_CODES.refused
  }
  process.stderr.write(
    `The kit has a fault of its own: ${redact(message)}\nPlease report it with the command you ran.\n`,
  )
  return EXIT_CODES['harness-fault']
}

try {
  await program().parseAsync()
} catch (cause) {
  process.exitCode = exitCodeOf(cause)
}
// A run that was stopped may still be waiting for an order: its verdict is given, and nobody waits for the rest.
if (process.exitCode !== undefined) process.exit()
