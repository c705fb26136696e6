import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { STAMPED, unreleasedAs, withVersion } from './versions.ts'

/** Writes the version of package.json into every file that repeats it. A release runs it after `changeset version`. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const [unknown] = process.argv.slice(2)
if (unknown !== undefined) {
  console.error(`expected no argument, found ${unknown}. Usage: node build/ci/stamp-version.ts`)
  process.exit(2)
}

function rewrite(file: string, change: (text: string) => string): void {
  const path = join(ROOT, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

for (const file of STAMPED) rewrite(file, (text) => withVersion(text, manifest.version))
rewrite('CHANGELOG.md', (text) => unreleasedAs(text, manifest.version))
