import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { COMMIT, rehearse } from './rehearsal.fixture.ts'

const REPOSITORY = { repository: { type: 'git', url: 'git+https://github.com/acme/kit.git' } }

const RELEASED = {
  'requests/release': 'chore: release 0.2.0',
  'npm/0.2.0': '--provenance --access public --ignore-scripts',
  'tags/v0.2.0': COMMIT,
  'tags/0.2.0': COMMIT,
  'tags/v0': COMMIT,
  'releases/v0.2.0': '- new',
  'assets/partner-purchase-kit-0.2.0.tgz': 'packed',
  'assets/sbom.spdx.json': '{}',
  'images/ghcr.io_acme_kit:0.2.0': 'sha256:0123',
}
const ALL = {
  version: 'success',
  pack: 'success',
  npm: 'success',
  tag: 'success',
  github: 'success',
  image: 'success',
}

const FAILURES = [
  ['npm test', 'pack'],
  ['npm pack', 'pack'],
  ['npm publish', 'npm'],
  ['gh api repos/acme/kit/git/refs --field ref=refs/tags/v0.2.0', 'tag'],
  ['gh api repos/acme/kit/git/refs --field ref=refs/tags/v0 ', 'tag'],
  ['gh release create', 'github'],
  ['gh release upload', 'github'],
  ['docker buildx build', 'image'],
] as const

test.for(isFull ? FAILURES : FAILURES.slice(4, 5))(
  'the first push opens a request; after a failure of "%s", the next one completes the release, and another changes nothing',
  async ([command, job], context) => {
    const { push, outside, log } = rehearse(context, REPOSITORY)
    expect(await push(), log()).toMatchObject({
      version: 'success',
      pack: 'skipped',
      npm: 'skipped',
      image: 'skipped',
    })
    expect(outside()).toEqual({ 'requests/release': 'chore: release 0.2.0' })
    expect((await push(command))[job], log()).toBe('failure')
    expect(outside()).not.toEqual(RELEASED)
    for (const _ of ['completes', 'changes nothing']) {
      expect(await push(), log()).toEqual(ALL)
      expect(outside()).toEqual(RELEASED)
    }
  },
)

test.for(
  sampleOf(
    [
      ['without the address of the repository', {}, 'is not decided. Set it by: '],
      [
        'from another one',
        { repository: { url: 'git+https://github.com/other/kit.git' } },
        'names the repository other/kit, and this is acme/kit',
      ],
    ] as const,
    2,
  ),
)('nothing is released %s', async ([, repository, message], context) => {
  const { push, outside, log } = rehearse(context, repository)
  await push()
  expect(await push()).toMatchObject({ pack: 'failure', npm: 'skipped', tag: 'skipped', image: 'skipped' })
  expect(Object.keys(outside())).toEqual(['requests/release'])
  expect(log()).toContain(message)
})

test('one command writes the address everywhere, and again where it changes', (context) => {
  const folder = temporaryFolder(context)
  const files = [
    'package.json',
    'docs/ci.md',
    'SECURITY.md',
    '.github/ISSUE_TEMPLATE/config.yml',
    '.github/CODEOWNERS',
    'build/ci/repository.ts',
  ]
  mkdirSync(join(folder, 'docs'))
  for (const file of files) cpSync(join(ROOT, file), join(folder, file))
  const set = (name: string) => execFileSync(process.execPath, [join(folder, 'build/ci/repository.ts'), name])
  const texts = () => files.slice(0, -1).map((file) => readFileSync(join(folder, file), 'utf8'))
  for (const name of ['acme/kit', 'else/where']) {
    set(name)
    for (const text of texts()) expect(text).toContain(name.split('/')[0])
    expect(texts().some((text) => text.includes('<owner>'))).toBe(false)
  }
  expect(texts().some((text) => text.includes('acme/kit'))).toBe(false)
  expect(JSON.parse(texts()[0] ?? '').repository.url).toBe('git+https://github.com/else/where.git')
})

test('an argument of what stamps the version is refused with the usage, and no file is written', () => {
  const changelog = join(ROOT, 'CHANGELOG.md')
  const before = readFileSync(changelog, 'utf8')
  const script = join(ROOT, 'build/ci/stamp-version.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'expected no argument, found --help. Usage: node build/ci/stamp-version.ts\n',
  })
  expect(readFileSync(changelog, 'utf8')).toBe(before)
})
