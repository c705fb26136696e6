import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether the PATH has a program of another language. The project asks for Node alone: what needs more is skipped. */
export function isInstalled(program: string): boolean {
  return placesOf(program).length > 0
}

/**
 * The file of a program on the PATH. A manager of versions puts a script before it, and the script takes longer to find
 * the program than a client takes to buy.
 */
export function programFile(program: string): string {
  return placesOf(program).find((file) => !isScript(file)) ?? program
}

function placesOf(program: string): readonly string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .filter(isExecutable)
}

function isScript(file: string): boolean {
  const start = Buffer.alloc(2)
  const opened = openSync(file, 'r')
  readSync(opened, start)
  closeSync(opened)
  return start.toString() === '#!'
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
