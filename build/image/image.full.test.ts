import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requireChecker } from '../../checkers/installed.fixture.ts'
import { callerOf } from '../../cli/mock/mock-process.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { DOCKERFILE, imageOf, stagesOf } from './dockerfile.fixture.ts'
import { buildImage, unpackImage, whatIsMissing } from './oci-image.fixture.ts'

type Validate = (dockerfile: string) => readonly { readonly message: string }[]

test('the Dockerfile is valid', () => {
  const { validate } = requireChecker('dockerfile-utils') as { validate: Validate }
  expect(validate(DOCKERFILE)).toEqual([])
  expect(validate(DOCKERFILE.replace('USER 1000', 'USR 1000'))).toHaveLength(1)
})

type Container = Awaited<ReturnType<typeof unpackImage>>

/** Starts a program in the files of a container, as its user, with its environment, and as the first process. */
function startIn({ root, process: { env, cwd, user } }: Container, command: readonly string[]) {
  const own = ['--pid', '--fork', '--kill-child', '--mount-proc=/proc', `--root=${root}`, `--wd=${cwd}`]
  const as = ['--setgid', String(user.gid), '--setuid', String(user.uid)]
  const variables = Object.fromEntries(env.map((line) => line.split(/=(.*)/s, 2)))
  const child = spawn('unshare', [...own, ...as, '--', ...command], { env: variables })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return { child, output, exited: once(child, 'exit') }
}

/** The program inside, which `unshare` waits for. */
function insideOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

const missing = whatIsMissing()
if (missing !== undefined) console.warn(`The image was not made and run: ${missing}.`)

test.skipIf(missing !== undefined)('the image serves, is healthy, and ends on SIGTERM', async (context) => {
  const folder = temporaryFolder(context)
  const stages = stagesOf(DOCKERFILE)
  const { entrypoint, cmd, user, health, port } = imageOf(stages)
  const image = await buildImage(stages, folder)
  const inspected = JSON.parse(
    execFileSync('skopeo', ['inspect', '--config', `oci:${image}`], { encoding: 'utf8' }),
  )
  expect(inspected.config).toMatchObject({ User: user, Entrypoint: entrypoint, Cmd: cmd })

  const container = await unpackImage(image, join(folder, 'container'))
  const mock = startIn(container, [
    ...container.process.args,
    '--port',
    '0',
    '--store',
    'sqlite:orders.sqlite',
  ])
  context.onTestFinished(() => void mock.child.kill('SIGKILL'))
  await expect.poll(() => mock.output.text, { timeout: 20_000 }).toMatch(/^ready /m)
  const [, used = ''] = /^ready http:\/\/127\.0\.0\.1:(\d+)$/m.exec(mock.output.text) ?? []
  const caller = callerOf(`http://127.0.0.1:${used}`, 'pk_test_image')
  expect(await caller.json('/ping')).toEqual({ data: { status: 'ok', mode: 'TEST' } })
  expect((await caller.get('/__mock/journal')).status).toBe(403)
  const status = readFileSync(`/proc/${insideOf(mock.child)}/status`, 'utf8')
  expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m)
  expect(status).toMatch(new RegExp(`^Uid:\\s+${container.process.user.uid}\\s`, 'm'))

  const check = (at: string) =>
    startIn(
      container,
      health.command.map((word) => word.replace(String(port), at)),
    ).exited
  expect(await check(used)).toEqual([0, null])
  process.kill(insideOf(mock.child), 'SIGTERM')
  expect(await mock.exited).toEqual([0, null])
  expect(await check(used)).toEqual([1, null])
})
