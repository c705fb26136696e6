import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether the PATH has a program of another language. The project asks for Node alone: what needs more is skipped. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
