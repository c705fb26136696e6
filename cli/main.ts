#!/usr/bin/env node
import { exitCodeOf } from './exit-code.ts'
import { program } from './program.ts'

try {
  await program().parseAsync()
} catch (cause) {
  process.exitCode = exitCodeOf(cause, (text) => process.stderr.write(`${text}\n`))
}
// A run that was stopped may still be waiting for an order: its verdict is given, and nobody waits for the rest.
if (process.exitCode !== undefined) process.exit()
