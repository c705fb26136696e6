import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const STAMPED = ['templates/certify.yml', 'docs/ci.md', 'docs/signed.md'] as const

/** Where a version of the kit is named: as an npm package, as a tag of this repository, or as a default of the component. */
const NAMED = /(partner-purchase-kit(?:\/certify)?@v?|^ {6}default: ')\d+\.\d+\.\d+[0-9A-Za-z.-]*/gm

export function withVersion(text: string, version: string): string {
  return text.replaceAll(NAMED, `$1${version}`)
}

/** A changelog whose unreleased changes are those of a version, with the ones that its changesets brought. */
export function unreleasedAs(changelog: string, version: string): string {
  const heading = `## ${version}\n`
  if (!changelog.includes('## Unreleased\n') || !changelog.includes(heading)) return changelog
  return changelog.replace(`${heading}\n`, '').replace('## Unreleased\n', heading)
}

function rewrite(file: string, change: (text: string) => string): void {
  const path = join(ROOT, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** Writes the version of package.json into every file that repeats it. A release runs it after `changeset version`. */
function main([unknown]: readonly string[]): void {
  if (unknown !== undefined) {
    console.error(`expected no argument, found ${unknown}. Usage: node build/ci/stamp-version.ts`)
    process.exit(2)
  }
  for (const file of STAMPED) rewrite(file, (text) => withVersion(text, manifest.version))
  rewrite('CHANGELOG.md', (text) => unreleasedAs(text, manifest.version))
}

if (import.meta.main) main(process.argv.slice(2))
