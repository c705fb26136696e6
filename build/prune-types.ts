import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OWN_IMPORT = /\b(?:from|import) ?\(?['"](?<path>\.{1,2}\/[^'"]+?)(?:\.[jt]s)?['"]/g

/**
 * The declaration files that a user of the package can reach: the entries, and what they import.
 *
 * @throws what `read` throws for a file that is imported and is not there.
 */
export function publishedTypes(entries: readonly string[], read: (file: string) => string): Set<string> {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const { groups } of read(file).matchAll(OWN_IMPORT))
      reached.add(join(dirname(file), `${groups?.path}.d.ts`))
  }
  return reached
}

/** Removes the declarations that nobody can import: three of four, and an install pays for every file. */
function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const targets = Object.values<string | { types: string }>(exports)
  const entries = targets.flatMap((target) => (typeof target === 'string' ? [] : [join(target.types)]))
  const published = publishedTypes(entries, (file) => readFileSync(join(root, file), 'utf8'))
  for (const file of globSync('dist/**/*.d.ts', { cwd: root }))
    if (!published.has(join(file))) rmSync(join(root, file))
}

if (import.meta.main) main()
