import { dirname, join } from 'node:path'

/** What a declaration file imports of its own package. */
const OWN_IMPORT = /\b(?:from|import) ?\(?['"](?<path>\.{1,2}\/[^'"]+?)(?:\.[jt]s)?['"]/g

/**
 * The declaration files that a user of the package can reach: the entries, and what they import.
 *
 * @param entries the paths of the declarations that the package exports.
 * @param read the text of a declaration file.
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
