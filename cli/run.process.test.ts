import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../contract/testing/sample.fixture.ts'
import { startMockHere } from './mock/mock-process.fixture.ts'
import { MAIN, runCli as runProcess, startCli } from './testing/run-cli.fixture.ts'
import { runCli } from './testing/run-in-process.fixture.ts'
import { temporaryFolder } from './testing/temporary-folder.fixture.ts'

test('a reader that leaves early ends nothing, and is no error', async () => {
  const { child, ended } = startCli(['scenarios'])
  child.stdout.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
})

test('the script of a clone reads and writes where its caller stands', async (context) => {
  const folder = temporaryFolder(context)
  const env = { npm_lifecycle_event: 'cli', INIT_CWD: folder }
  await runProcess(['fixtures', '--products', '1', '--seed', '1', '--out', 'cards.json'], { env })
  expect(existsSync(join(folder, 'cards.json'))).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'a full disk behind standard output is an error',
  async (context) => {
    const full = openSync('/dev/full', 'w')
    context.onTestFinished(() => closeSync(full))
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'clauses'], {
      stdio: ['ignore', full, 'pipe'],
    })
    expect({ status, stderr: String(stderr) }).toEqual({
      status: 5,
      stderr: expect.stringMatching(/^Standard output is incomplete: ENOSPC.*Write it to another place\.\n$/),
    })
  },
)

describe.concurrent('the command line as a function', () => {
  test.for(
    sampleOf(
      [
        [['mock', '--no-such-option']],
        [['verify', '--baseline', 'missing.json']],
        [['clauses']],
        [['--help']],
      ],
      2,
    ),
  )('prints what the executable prints, and ends as it does: %j', async ([args = []]) => {
    expect(await runCli(args)).toEqual(await runProcess(args))
  })

  test('runs twice at once, each with its own folder, variables and streams', async (context) => {
    const [cwd, elsewhere] = [temporaryFolder(context), temporaryFolder(context)]
    const profile = { auth: { header: 'X-Api-Key', format: '{key}' } }
    writeFileSync(join(cwd, 'mine.json'), JSON.stringify(profile))
    const args = ['--profile', 'mine.json']
    const env = { MOCK_HOST: '0.0.0.0', MOCK_ADMIN_TOKEN: 'a-token-of-this-run' }
    const mock = await startMockHere(context, args, { cwd, env })
    expect(await runCli(['mock', ...args], { cwd: elsewhere })).toEqual({
      code: 2,
      stdout: '',
      stderr: '--profile mine.json: there is no such file. Name a file that can be read.\n',
    })
    const open = await startMockHere(context)
    const answers = await Promise.all([mock, open].map(({ url }) => fetch(`${url}/__mock/journal`)))
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
    mock.child.kill('SIGTERM')
    const { code, stdout, stderr } = await mock.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/Profile +mine\.json/)
    expect((await fetch(`${open.url}/__mock/journal`)).status).toBe(200)
  })

  test('reads and writes files in its given folder', async (context) => {
    const cwd = temporaryFolder(context)
    const args = ['fixtures', '--products', '1', '--out', 'cards.json']
    expect(await runCli(args, { cwd })).toEqual({ code: 0, stdout: '', stderr: '' })
    const options = ['--quiet', '--catalogue', 'cards.json', '--store', 'sqlite:orders.sqlite']
    const { child, ended, url } = await startMockHere(context, options, { cwd })
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 0, stdout: `ready ${url}\n`, stderr: '' })
  })
})
