import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DIST, ENTRIES } from './places.ts'

/** What a declaration file imports of its own package. */
const OWN_IMPORT = /\b(?:from|import) ?\(?['"](?<path>\.{1,2}\/[^'"]+?)(?:\.[jt]s)?['"]/g

/** The declaration files that a user of the package can reach: the entries, and what they import at any depth. */
export function publishedTypes(entries: readonly string[], read: (file: string) => string): Set<string> {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const { groups } of read(file).matchAll(OWN_IMPORT))
      reached.add(join(dirname(file), `${groups?.path}.d.ts`))
  }
  return reached
}

/** Removes the declarations that nobody can import: three of four. */
export function pruneTypes(): void {
  const published = publishedTypes(
    ENTRIES.map(({ types }) => types),
    (file) => readFileSync(file, 'utf8'),
  )
  for (const file of globSync('**/*.d.ts', { cwd: DIST }).map((name) => join(DIST, name)))
    if (!published.has(file)) rmSync(file)
}
