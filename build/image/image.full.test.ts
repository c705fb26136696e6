import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { requireChecker } from '../../checkers/installed.fixture.ts'
import { callerOf } from '../../cli/mock/mock-process.fixture.ts'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { DOCKERFILE, imageOf, type Stage, stagesOf, textsOf } from './dockerfile.fixture.ts'

const run = promisify(execFile)

/** The PATH that images of Node come with. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const TOOLS = ['umoci', 'skopeo', 'unshare', 'ldd']

/** Why no image can be made and run here; undefined where it can. */
function whatIsMissing(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  const tool = TOOLS.find((name) => spawnSync(name, ['--version']).error !== undefined)
  if (tool !== undefined) return `${tool} is missing`
  return process.getuid?.() === 0 ? undefined : 'it needs root'
}

/**
 * Makes the image of the Dockerfile without Docker: runs the commands of its stages, with a folder for each folder of the
 * container, and has umoci put the result and the settings of the last stage together.
 *
 * Two things are not as the Dockerfile says: dependencies of the checkout are those that are installed already, and in
 * place of Debian there is Node alone, with the libraries that it loads.
 *
 * @param folder an empty folder to work in.
 * @returns the image, as `FOLDER:TAG`.
 */
async function buildImage(stages: readonly Stage[], folder: string): Promise<string> {
  const [context, root] = [join(folder, 'checkout'), join(folder, 'root')]
  const folders = {
    '/tarball': join(folder, 'tarball'),
    '/kit': join(root, 'kit'),
    '/data': join(root, 'data'),
  }
  copyContext(context)
  addNode(root)
  for (const stage of stages) {
    for (const copied of textsOf(stage, 'COPY')) {
      const [, from, to = ''] = /^(build\/\S+) (\/kit)\/$/.exec(copied) ?? []
      if (from !== undefined) cpSync(join(context, from), folders[to as '/kit'], { recursive: true })
    }
    const commands = textsOf(stage, 'RUN').filter((command) => !command.startsWith('npm ci '))
    for (const command of commands)
      await run(
        'sh',
        [
          '-c',
          command.replaceAll(/\/(?:tarball|kit|data)\b/g, (path) => folders[path as keyof typeof folders]),
        ],
        { cwd: context },
      )
  }
  const image = `${join(folder, 'image')}:kit`
  await umoci('init', '--layout', join(folder, 'image'))
  await umoci('new', '--image', image)
  await umoci('insert', '--image', image, root, '/')
  await umoci('config', '--image', image, ...settingsOf(stages))
  return image
}

/** Unpacks an image into a folder, as a container runtime does before it starts the program. */
async function unpackImage(image: string, folder: string) {
  await umoci('unpack', '--image', image, folder)
  const { process } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
  return { root: join(folder, 'rootfs'), process: process as Started }
}

/** The program of a container, as the runtime specification of OCI has it. */
type Started = {
  readonly args: readonly string[]
  readonly env: readonly string[]
  readonly cwd: string
  readonly user: { readonly uid: number; readonly gid: number }
}

/** What a build of Docker would get from this checkout. */
function copyContext(context: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  const isSent = (path: string) => !ignored.some((pattern) => matchesGlob(relative(ROOT, path), pattern))
  cpSync(ROOT, context, { recursive: true, filter: isSent })
  symlinkSync(join(ROOT, 'node_modules'), join(context, 'node_modules'))
}

/** Node at its place in the image, and each library that it loads. */
function addNode(root: string): void {
  const node = join(ROOT, 'node_modules', 'node', 'bin', 'node')
  const { stdout } = spawnSync('ldd', [node], { encoding: 'utf8' })
  const libraries = Array.from(stdout.matchAll(/\/\S+/g), ([path]) => path)
  for (const [from, to] of [
    [node, '/usr/local/bin/node'],
    ...libraries.map((path) => [path, path]),
  ] as const) {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    copyFileSync(from, join(root, to))
  }
  for (const name of ['tmp', 'proc']) mkdirSync(join(root, name))
  chmodSync(join(root, 'tmp'), 0o1777)
}

function settingsOf(stages: readonly Stage[]): string[] {
  const { user, workdir, env, labels, entrypoint, cmd, port } = imageOf(stages)
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => `${name}=${value.replace('$PATH', PATH)}`)
  const lists = {
    user: [user],
    workingdir: [workdir],
    exposedports: [`${port}/tcp`],
    env: pairs(env),
    label: pairs(labels),
    entrypoint,
    cmd,
  }
  return Object.entries(lists).flatMap(([name, values]) =>
    values.flatMap((value) => [`--config.${name}`, value]),
  )
}

async function umoci(...args: readonly string[]): Promise<void> {
  await run('umoci', args)
}

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
