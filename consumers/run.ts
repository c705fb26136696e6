import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CONSUMERS, chosen, type Installation, installationsOf, projectsIn, variantOf } from './project.ts'

/**
 * Packs the kit, installs it in each consumer, and runs the consumer's own script: `npm run test:consumers`. Names after
 * `--` choose some; `--tarball FILE` takes a package that is packed already.
 */

const { values, positionals } = parseArgs({
  options: { tarball: { type: 'string' } },
  allowPositionals: true,
})

const work = mkdtempSync(join(tmpdir(), 'partner-purchase-consumers-'))
process.once('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 3 }))
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

async function packed(): Promise<string> {
  const args = ['pack', '--pack-destination', work, '--loglevel', 'error']
  const { ok, output } = await npm(args, { cwd: dirname(CONSUMERS) })
  const file = readdirSync(work).find((name) => name.endsWith('.tgz'))
  if (!ok || file === undefined) throw new Error(`npm could not pack the kit:\n${output}`)
  return join(work, file)
}

async function runAll(): Promise<number> {
  const installations = chosen(projectsIn(CONSUMERS), positionals).flatMap(installationsOf)
  const tarball = values.tarball === undefined ? await packed() : resolve(values.tarball)
  let failed = 0
  for (const [index, installation] of installations.entries()) {
    const home = join(work, `${index}-${installation.project.name}`)
    failed += await visit(installation, home, tarball)
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
  console.log(failed === 0 ? '\nall passed' : `\n${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** The name of the tarball in a project's copy: the scripts of a project may use it. */
const TARBALL = 'partner-purchase-kit.tgz'

/**
 * Installs a project with the packed kit in an empty folder, and runs its script by each of its Nodes. How many failed.
 */
async function visit(installation: Installation, home: string, tarball: string): Promise<number> {
  const { project, versions, nodes } = installation
  let began = performance.now()
  let failed = 0
  const installed = await install(installation, home, tarball)
  for (const node of nodes) {
    const { ok, output } = installed.ok ? await runBy(node, home) : installed
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    began = performance.now()
    const [, measured = ''] = /^measured: (.*)$/m.exec(output) ?? []
    console.log(ok ? '✓' : '✗', project.name, variantOf(versions, node), `${seconds} s`, measured)
    if (ok) continue
    failed += 1
    console.log(readable(output))
  }
  return failed
}

/** A line of a bundle may have thousands of characters, and Node prints the one that threw. */
function readable(output: string): string {
  return output.trim().replaceAll(/^(.{300}).+$/gm, '$1…')
}

async function runBy(version: string | null, cwd: string): Promise<Ended> {
  const runtime = await runtimeOf(version)
  return 'ok' in runtime ? runtime : npm(['run', '--silent', 'test'], { cwd, ...runtime })
}

const INSTALL = ['install', '--no-audit', '--no-fund', '--loglevel', 'error']

function install({ project, versions }: Installation, home: string, tarball: string): Promise<Ended> {
  cpSync(project.folder, home, { recursive: true })
  copyFileSync(tarball, join(home, TARBALL))
  const devDependencies = {
    ...project.manifest.devDependencies,
    ...versions,
    'partner-purchase-kit': `file:${TARBALL}`,
  }
  writeFileSync(join(home, 'package.json'), JSON.stringify({ ...project.manifest, devDependencies }, null, 2))
  return npm([...INSTALL, '--prefer-offline'], { cwd: home })
}

/** The folder of the executable `node`, which runs npm and everything that npm starts; or how its installation failed. */
type Runtime = { readonly nodeFolder: string } | Ended

const OWN_NODE = dirname(process.execPath)

const installedNodes = new Map<string, Runtime>()

/** A Node as npm has it in its package `node`, installed when it is first needed. */
async function runtimeOf(version: string | null): Promise<Runtime> {
  if (version === null || `v${version}` === process.version) return { nodeFolder: OWN_NODE }
  const runtime = installedNodes.get(version) ?? (await installNode(version, join(work, `node-${version}`)))
  installedNodes.set(version, runtime)
  return runtime
}

async function installNode(version: string, cwd: string): Promise<Runtime> {
  mkdirSync(cwd, { recursive: true })
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
  const installed = await npm(INSTALL, { cwd })
  if (!installed.ok) return installed
  const nodeFolder = join(cwd, 'node_modules', 'node', 'bin')
  if (existsSync(join(nodeFolder, NODE_FILE))) return { nodeFolder }
  const output = `node@${version} was installed without its executable: allow npm to run its install script`
  return { ok: false, output }
}

/** What a shell of the user would not have: what npm and the tests of this checkout have set, and keys. */
const OWN_VARIABLES =
  /^(?:npm_(?:package|lifecycle|command|config_local_prefix)|INIT_CWD$|VITEST|SERVICE_|NODE_OPTIONS$)/

const NODE_FILE = process.platform === 'win32' ? 'node.exe' : 'node'

const TIMEOUT_MS = 600_000

type Ended = { readonly ok: boolean; readonly output: string }

/** Runs npm as a user would in a folder. */
async function npm(
  args: readonly string[],
  { cwd, nodeFolder = OWN_NODE }: { readonly cwd: string; readonly nodeFolder?: string },
): Promise<Ended> {
  const { env } = process
  const script = env.npm_execpath
  if (script === undefined) throw new Error('Start it by npm: npm run test:consumers')
  const kept = Object.entries(env).filter(
    ([name]) => !OWN_VARIABLES.test(name) && name.toUpperCase() !== 'PATH',
  )
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules/.test(folder))
  const options = {
    cwd,
    env: {
      ...Object.fromEntries(kept),
      PATH: [nodeFolder, ...folders].join(delimiter),
      NO_COLOR: '1',
    },
    maxBuffer: Number.POSITIVE_INFINITY,
    timeout: TIMEOUT_MS,
  }
  return new Promise((resolve, reject) => {
    const child = execFile(
      join(nodeFolder, NODE_FILE),
      [script, ...args],
      options,
      (error, stdout, stderr) => {
        // With a word for its code, npm was not started.
        if (typeof error?.code === 'string') return reject(error)
        const ending = error?.signal ? `\nnpm ${args.join(' ')} was ended by ${error.signal}.\n` : ''
        resolve({ ok: error === null, output: `${stdout}${stderr}${ending}` })
      },
    )
    child.stdin?.end()
  })
}

process.exitCode = await runAll().catch((error: Error) => {
  console.error(error.message)
  return 2
})
