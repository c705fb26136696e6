import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '../../client-process.ts'

/** Compiles a one-file Java program, which `java` would otherwise compile at every start. */
export function compiledJava(command: Command): { readonly command: Command; remove(): void } {
  const source = command.at(-1) ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-java-'))
  execFileSync('javac', ['-d', folder, source])
  const [program, ...options] = command.slice(0, -1)
  return {
    command: [program ?? 'java', ...options, '-cp', folder, 'Client'],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
