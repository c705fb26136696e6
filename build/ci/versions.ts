/** The files that name the version of the kit for users to copy. */
export const STAMPED = ['templates/certify.yml', 'docs/ci.md'] as const

/** Where a version of the kit is named: as an npm package, as a tag of this repository, or as a default of the component. */
const NAMED = /(partner-purchase-kit(?:\/certify)?@v?|^ {6}default: ')\d+\.\d+\.\d+[0-9A-Za-z.-]*/gm

/**
 * A text with another version of the kit.
 *
 * @example
 * withVersion('npx partner-purchase-kit@0.1.0 verify', '0.2.0') // 'npx partner-purchase-kit@0.2.0 verify'
 */
export function withVersion(text: string, version: string): string {
  return text.replaceAll(NAMED, `$1${version}`)
}

/** A changelog whose unreleased changes are those of a version, with the ones that its changesets brought. */
export function unreleasedAs(changelog: string, version: string): string {
  const heading = `## ${version}\n`
  if (!changelog.includes('## Unreleased\n') || !changelog.includes(heading)) return changelog
  return changelog.replace(`${heading}\n`, '').replace('## Unreleased\n', heading)
}
