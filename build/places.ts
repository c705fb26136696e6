import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of this checkout. */
export const ROOT = join(import.meta.dirname, '..')

/** Where the build puts what it makes. */
export const DIST = join(ROOT, 'dist')

/** What the build reads of package.json. */
export const MANIFEST: {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The published entries: the code and the types of each. */
export const ENTRIES = Object.values(MANIFEST.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [{ code: join(ROOT, target.default), types: join(ROOT, target.types) }],
)
