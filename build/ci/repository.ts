import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The address of the repository stands in package.json, and other files repeat it.
 *
 *     node build/ci/repository.ts OWNER/NAME   writes it everywhere
 *     node build/ci/repository.ts --check      ends with 1 while there is none, or in another repository of GitHub
 */

/** A name that nobody can register stands in its place until it is decided. */
const UNDECIDED = '<owner>/partner-purchase-kit'
const REPEATED = ['docs/ci.md', 'SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml', '.github/CODEOWNERS']
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const [wanted = '', ...more] = process.argv.slice(2)
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const url: string = manifest.repository?.url ?? ''
const current = /github\.com\/(.+)\.git$/.exec(url)?.[1] ?? UNDECIDED

if (wanted === '--check') check(process.env.GITHUB_REPOSITORY)
else if (NAME.test(wanted) && more.length === 0) write(wanted)
else stop(`expected OWNER/NAME or --check, found ${wanted || 'nothing'}.`, 2)

function check(here: string | undefined): void {
  if (current === UNDECIDED)
    stop('The address of the repository is not decided. Set it by: node build/ci/repository.ts OWNER/NAME', 1)
  if (here !== undefined && here !== current)
    stop(
      `package.json names the repository ${current}, and this is ${here}: nothing is released from here.`,
      1,
    )
}

function write(name: string): void {
  const page = `https://github.com/${name}`
  const repository = { type: 'git', url: `git+${page}.git` }
  const named = { ...manifest, homepage: `${page}#readme`, repository, bugs: `${page}/issues` }
  writeFileSync(join(ROOT, 'package.json'), `${JSON.stringify(named, null, 2)}\n`)
  const owner = (slug: string) => `@${slug.split('/')[0]}`
  for (const file of REPEATED) {
    const path = join(ROOT, file)
    const text = readFileSync(path, 'utf8').replaceAll(current, name)
    writeFileSync(path, file.endsWith('CODEOWNERS') ? text.replaceAll(owner(current), owner(name)) : text)
  }
}

function stop(reason: string, code: number): void {
  console.error(reason)
  process.exitCode = code
}
