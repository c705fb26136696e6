import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { checkerScript } from '../../checkers/installed.fixture.ts'
import { ENVIRONMENT, packInto, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { deadAddress } from '../../cli/testing/dead-address.fixture.ts'
import { withoutNpm } from '../../cli/testing/run-cli.fixture.ts'
import { SECRET_KEY, traces } from '../../cli/testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { madeOnce } from '../../contract/testing/on-demand.fixture.ts'
import { serveChanged } from '../../contract-tests/mutants/serve-changed.ts'
import { runAction } from './run-action.fixture.ts'
import { BASH, runProgram, type ScriptRun } from './runner.fixture.ts'

const HOME = temporaryFolder({ onTestFinished: afterAll })
const packed = madeOnce(() => packInto(HOME))

const REPORT = 'partner-purchase-report'

/** Runs the action with the kit as it would be published. */
async function run(context: TestContext, inputs: Record<string, string>) {
  const job = { temp: HOME, env: { SERVICE_PARTNER_API_KEY: SECRET_KEY } }
  const ran = await runAction(context, { version: await packed(), ...inputs }, job)
  expect(traces(ran.workspace, { code: ran.code, stdout: ran.log, stderr: ran.summary })).toEqual([])
  return ran
}

test('a server that keeps its clauses is kept', async (context) => {
  const served = await serveChanged((request, forward) => forward(request))
  context.onTestFinished(() => served.close())
  const inputs = { command: 'verify', 'base-url': served.url, report: 'own folder' }
  const { code, outputs, log, summary, workspace } = await run(context, inputs)
  expect({ code, outputs }).toEqual({ code: 0, outputs: { outcome: 'kept', report: 'own folder' } })
  const files = readdirSync(join(workspace, 'own folder'))
  expect(files).toEqual(expect.arrayContaining(['junit.xml', 'report.html', 'report.json']))
  expect(summary).toContain('# Partner Purchase API: kept')
  expect(log).not.toContain('::error')
})

test('a client that breaks a clause fails the step', async (context) => {
  const client = `node "${join(ROOT, 'examples/broken/run.mjs')}" adds-a-quantity`
  const { code, outputs, log, summary, workspace } = await run(context, { command: 'certify', client })
  expect({ code, outputs }).toEqual({ code: 1, outputs: { outcome: 'broken', report: REPORT } })
  expect(readdirSync(join(workspace, REPORT))).toContain('journal.jsonl')
  expect(summary).toContain('# Partner Purchase API: not certified')
  expect(log).toContain('::error title=exactly-two-fields')
})

test('a server that does not answer is unreachable, and a file that is not there is refused', async (context) => {
  const nobody = await run(context, { command: 'verify', 'base-url': await deadAddress() })
  expect({ code: nobody.code, outcome: nobody.outputs.outcome }).toEqual({ code: 3, outcome: 'unreachable' })
  expect(nobody.log.match(/^::(?:error|warning) .*/gm)).toEqual([
    expect.stringContaining('Nothing answers at'),
  ])
  const refused = await run(context, { command: 'verify', profile: 'none.json' })
  expect({ code: refused.code, outputs: refused.outputs }).toEqual({
    code: 2,
    outputs: { outcome: 'refused', report: '' },
  })
  expect(refused.log).toContain('::error title=partner-purchase::--profile none.json: there is no such file')
})

/** A job of a pipeline, expanded. */
type Job = {
  readonly image: unknown
  readonly variables: Readonly<Record<string, string>>
  readonly script: readonly string[]
  readonly artifacts: unknown
}

type Included = { readonly project: string; readonly job: Job }

/** A project that includes the component with these inputs, and the job that it gets. */
async function included(context: TestContext, inputs: Record<string, string>): Promise<Included> {
  const project = temporaryFolder(context)
  mkdirSync(join(project, 'templates'))
  copyFileSync(join(ROOT, 'templates', 'certify.yml'), join(project, 'templates', 'certify.yml'))
  writeFileSync(
    join(project, '.gitlab-ci.yml'),
    stringify({ include: [{ local: 'templates/certify.yml', inputs }] }),
  )
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: project })
  git('init', '--quiet')
  git('remote', 'add', 'origin', 'git@gitlab.example:group/project.git')
  git('add', '--all')
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '-m', 'x')
  const args = [checkerScript('gitlab-ci-local', 'gitlab-ci-local'), '--preview']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project })
  return { project, job: parse(stdout)[inputs.job ?? 'partner-purchase-certify'] }
}

/** Runs the script of a job as a runner does in this shell. */
function runJob({ job, project }: Included, shell: readonly [string, ...string[]]): Promise<ScriptRun> {
  // The expansion writes $$ for a dollar that stays one.
  const variables = Object.entries(job.variables).map(([name, value]) => [name, value.replaceAll('$$', '$')])
  const env = { ...withoutNpm(ENVIRONMENT), CI: 'true', GITLAB_CI: 'true', ...Object.fromEntries(variables) }
  return runProgram([...shell, '-c', job.script.join('\n')], { cwd: project, env })
}

const SH = ['sh', '-e'] as const

const CLIENT = `node "${join(ROOT, 'examples/javascript-fetch/client.mjs')}"`
const BROKEN = `node "${join(ROOT, 'examples/broken/run.mjs')}" adds-a-quantity`
const ARGUMENTS = `'$(touch owned)' $CI_COMMIT_SHA \`touch owned\` "; touch owned #" "a: b" *`
/** The same arguments, as a report quotes them. */
const DATA = `'$(touch owned)' '$CI_COMMIT_SHA' '\`touch' 'owned\`' '; touch owned #' 'a: b' '*'`

test('the component is a job with its report as an artefact, and its JUnit file in the merge request', async (context) => {
  const { job } = await included(context, { client: CLIENT, job: 'go live', report: 'out', image: 'node:22' })
  expect(job).toMatchObject({
    stage: 'test',
    image: { name: 'node:22' },
    artifacts: { when: 'always', paths: ['out/'], reports: { junit: 'out/junit.xml' } },
  })
})

test('a client is certified, and what looks like a command in its arguments is data', async (context) => {
  const include = await included(context, { client: `${CLIENT} ${ARGUMENTS}`, version: await packed() })
  expect(await runJob(include, BASH)).toMatchObject({ code: 0 })
  const report = JSON.parse(
    readFileSync(join(include.project, 'partner-purchase-report/report.json'), 'utf8'),
  )
  expect(report.outcome).toBe('kept')
  expect(report.subject.command.endsWith(`client.mjs ${DATA}`)).toBe(true)
  expect(existsSync(join(include.project, 'partner-purchase-report/junit.xml'))).toBe(true)
  expect(existsSync(join(include.project, 'owned'))).toBe(false)
})

test('a client that breaks a clause fails the job, also where there is no bash', async (context) => {
  const include = await included(context, { client: BROKEN, version: await packed() })
  const { code, log } = await runJob(include, SH)
  expect({ code, log }).toEqual({ code: 1, log: expect.stringContaining('exactly-two-fields') })
})

test('a quote that is not closed, and a kit that can not be installed, are refused', async (context) => {
  const open = await included(context, { client: "node it's", version: await packed() })
  const refused = await runJob(open, SH)
  expect(refused).toEqual({ code: 2, log: expect.stringContaining("client: found node it's") })
  const absent = await runJob(await included(context, { client: CLIENT, version: './none.tgz' }), BASH)
  expect(absent).toEqual({ code: 2, log: expect.stringContaining('could not install ./none.tgz') })
})
