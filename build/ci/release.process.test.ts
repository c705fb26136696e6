import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { parse } from 'yaml'
import { ENVIRONMENT, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { filled, holds, runSteps, type Step, type Values } from './runner.fixture.ts'

type Job = {
  readonly needs?: string | readonly string[]
  readonly if?: string
  readonly outputs?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

/** The jobs of release.yml. */
const JOBS: Readonly<Record<string, Job>> = parse(
  readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'),
).jobs

/** How each job of a run ended. */
type Ended = Readonly<Record<string, 'success' | 'failure' | 'skipped'>>

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** A repository in which a release is rehearsed, with stand-ins for npm, gh, git and docker. */
type Rehearsal = {
  readonly checkout: string
  /** A push to main: every job of release.yml in its order. `fails` is the beginning of a command that fails. */
  push(fails?: string): Promise<Ended>
  /** What is outside now, by path. */
  outside(): Readonly<Record<string, string>>
  readonly log: () => string
}

function rehearse(context: Pick<TestContext, 'onTestFinished'>, repository: object): Rehearsal {
  const home = temporaryFolder(context)
  const [checkout, outside, bin, artifacts] = ['checkout', 'outside', 'bin', 'artifacts'].map((name) => {
    mkdirSync(join(home, name))
    return join(home, name)
  }) as [string, string, string, string]
  for (const name of ['npm', 'gh', 'git', 'docker'])
    copyFileSync(join(ROOT, 'build/ci/outside.sh'), join(bin, name))
  mkdirSync(join(checkout, '.changeset'))
  mkdirSync(join(checkout, 'build/ci'), { recursive: true })
  copyFileSync(join(ROOT, 'build/ci/repository.ts'), join(checkout, 'build/ci/repository.ts'))
  writeFileSync(
    join(checkout, 'package.json'),
    `${JSON.stringify({ name: 'kit', version: '0.1.0', type: 'module', ...repository }, null, 2)}\n`,
  )
  writeFileSync(join(checkout, 'CHANGELOG.md'), '# Changelog\n\n## 0.2.0\n\n- new\n\n## 0.1.0\n\n- old\n')
  for (const name of ['README.md', 'a-change.md']) writeFileSync(join(checkout, '.changeset', name), 'text\n')
  const env = {
    ...ENVIRONMENT,
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    OUTSIDE: outside,
    GITHUB_REPOSITORY: 'acme/kit',
    GITHUB_SHA: COMMIT,
    GITHUB_ACTOR: 'somebody',
  }

  /** A job in a folder of its own: only a checkout or an artifact brings a file. */
  async function run(job: Job, needs: Values, fails: string) {
    const folder = temporaryFolder(context)
    const { code, log, values } = await runSteps(job.steps, {
      cwd: folder,
      temp: temporaryFolder(context),
      env: { ...env, FAILS: fails },
      values: { needs, github: { token: 'token', repository: 'acme/kit' } },
      use({ uses = '', with: { name = '', path = '' } = {} }) {
        const artifact = join(artifacts, name)
        if (uses.startsWith('actions/checkout')) cpSync(checkout, folder, { recursive: true })
        if (uses.startsWith('actions/upload-artifact'))
          cpSync(join(folder, path), artifact, { recursive: true })
        if (uses.startsWith('actions/download-artifact'))
          cpSync(artifact, join(folder, path), { recursive: true })
      },
    })
    appendFileSync(join(home, 'steps'), log)
    if (code !== 0) return { result: 'failure' as const, outputs: {} }
    // What the version job commits is what is merged.
    if (job === JOBS.version) {
      rmSync(join(checkout, '.changeset'), { recursive: true })
      cpSync(folder, checkout, { recursive: true })
    }
    const outputs = Object.entries(job.outputs ?? {}).map(([name, text]) => [name, filled(text, values)])
    return { result: 'success' as const, outputs: Object.fromEntries(outputs) }
  }

  return {
    checkout,
    async push(fails = '') {
      rmSync(artifacts, { recursive: true })
      mkdirSync(artifacts)
      const done: Record<string, { result: Ended[string]; outputs: Record<string, string> }> = {}
      for (const [name, job] of Object.entries(JOBS)) {
        const isReady = [job.needs ?? []].flat().every((other) => done[other]?.result === 'success')
        const isWanted = isReady && (job.if === undefined || holds(job.if, { needs: done }))
        done[name] = isWanted ? await run(job, done, fails) : { result: 'skipped', outputs: {} }
      }
      return Object.fromEntries(Object.entries(done).map(([name, { result }]) => [name, result]))
    },
    outside: () =>
      Object.fromEntries(
        globSync('*/*', { cwd: outside }).map((file) => [
          file,
          readFileSync(join(outside, file), 'utf8').trim(),
        ]),
      ),
    log: () => (existsSync(join(home, 'steps')) ? readFileSync(join(home, 'steps'), 'utf8') : ''),
  }
}

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
