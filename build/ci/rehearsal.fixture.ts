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
import type { TestContext } from 'vitest'
import { parse } from 'yaml'
import { ENVIRONMENT, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
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

export const COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** A repository in which a release is rehearsed, with stand-ins for npm, gh, git and docker. */
export type Rehearsal = {
  readonly checkout: string
  /** A push to main: every job of release.yml in its order. `fails` is the beginning of a command that fails. */
  push(fails?: string): Promise<Ended>
  /** What is outside now, by path. */
  outside(): Readonly<Record<string, string>>
  readonly log: () => string
}

export function rehearse(context: Pick<TestContext, 'onTestFinished'>, repository: object): Rehearsal {
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
