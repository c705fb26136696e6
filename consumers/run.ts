import { spawn } from 'node:child_process'
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
import {
  CONSUMERS,
  chosen,
  closingOf,
  exitCodeOf,
  type Installation,
  installationsOf,
  lineOf,
  projectsIn,
  type Result,
  variantOf,
} from './project.ts'

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

/** The kit as npm would publish it. */
async function packed(): Promise<string> {
  const args = ['pack', '--pack-destination', work, '--loglevel', 'error']
  const { ok, output } = await npm(args, { cwd: dirname(CONSUMERS), nodeFolder: OWN_NODE })
  const file = readdirSync(work).find((name) => name.endsWith('.tgz'))
  if (!ok || file === undefined) throw new Error(`npm could not pack the kit:\n${output}`)
  return join(work, file)
}

async function runAll(): Promise<number> {
  const installations = chosen(projectsIn(CONSUMERS), positionals).flatMap(installationsOf)
  const tarball = values.tarball === undefined ? await packed() : resolve(values.tarball)
  const runtimes = nodeRuntimes(work)
  const results: Result[] = []
  for (const [index, installation] of installations.entries()) {
    const home = join(work, `${index}-${installation.project.name}`)
    for await (const result of visit(installation, { home, tarball, runtimes })) {
      results.push(result)
      console.log(lineOf(result))
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
  console.log(closingOf(results))
  return exitCodeOf(results)
}

/** The name of the tarball in a project's copy: the scripts of a project may use it. */
const TARBALL = 'partner-purchase-kit.tgz'

type Visit = {
  /** An empty folder for the copy of the project. */
  readonly home: string
  readonly tarball: string
  readonly runtimes: Runtimes
}

/** Installs a project with the packed kit, and runs its own script by each of its Nodes. */
async function* visit(
  installation: Installation,
  { home, tarball, runtimes }: Visit,
): AsyncGenerator<Result> {
  const { project, versions, nodes } = installation
  let began = performance.now()
  const result = (node: string | null, verdict: Result['verdict'], detail: string): Result => {
    const milliseconds = performance.now() - began
    began = performance.now()
    return { name: project.name, variant: variantOf(versions, node), milliseconds, verdict, detail }
  }
  const installed = await install(installation, home, tarball)
  for (const node of nodes) {
    const runtime = installed.ok ? await runtimes(node) : { folder: OWN_NODE }
    if ('missing' in runtime) {
      yield result(node, 'not run', runtime.missing)
      continue
    }
    const at = { cwd: home, nodeFolder: runtime.folder }
    const available = await ran(installed, 'available', at)
    if (installed.ok && !available.ok) {
      yield result(node, 'not run', inOneLine(available.output))
      continue
    }
    const { ok, output } = await ran(installed, 'test', at)
    yield result(node, ok ? 'passed' : 'failed', output)
  }
}

/** Runs a script, once the project could be installed. */
async function ran(installed: Ended, script: string, at: Parameters<typeof npm>[1]): Promise<Ended> {
  return installed.ok ? npm(['run', '--silent', '--if-present', script], at) : installed
}

async function install({ project, versions }: Installation, home: string, tarball: string): Promise<Ended> {
  cpSync(project.folder, home, { recursive: true })
  copyFileSync(tarball, join(home, TARBALL))
  const devDependencies = {
    ...project.manifest.devDependencies,
    ...versions,
    'partner-purchase-kit': `file:${TARBALL}`,
  }
  writeFileSync(join(home, 'package.json'), JSON.stringify({ ...project.manifest, devDependencies }, null, 2))
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error']
  return npm(args, { cwd: home, nodeFolder: OWN_NODE })
}

type Ended = { readonly ok: boolean; readonly output: string }

type NpmOptions = {
  readonly cwd: string
  /** The folder of the executable `node`, which runs npm and everything that npm starts. */
  readonly nodeFolder: string
}

/** What a shell of the user would not have: what npm and the tests of this checkout have set, and keys. */
const OWN_VARIABLES =
  /^(?:npm_(?:package|lifecycle|command|config_local_prefix)|INIT_CWD$|VITEST|SERVICE_|NODE_OPTIONS$)/

const NODE_FILE = process.platform === 'win32' ? 'node.exe' : 'node'

const TIMEOUT_MS = 600_000

/** Runs npm as a user would in a folder. */
async function npm(args: readonly string[], { cwd, nodeFolder }: NpmOptions): Promise<Ended> {
  const { env } = process
  const script = env.npm_execpath
  if (script === undefined) throw new Error('Start it by npm: npm run test:consumers')
  const kept = Object.entries(env).filter(
    ([name]) => !OWN_VARIABLES.test(name) && name.toUpperCase() !== 'PATH',
  )
  const path = [
    nodeFolder,
    ...(env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules/.test(folder)),
  ]
  const child = spawn(join(nodeFolder, NODE_FILE), [script, ...args], {
    cwd,
    env: { ...Object.fromEntries(kept), PATH: path.join(delimiter), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal !== null) output += `\nnpm ${args.join(' ')} was ended by ${signal}.\n`
      resolve({ ok: code === 0, output })
    })
  })
}

const OWN_NODE = dirname(process.execPath)

/** Finds the folder of the executable of a Node, or says why there is none. */
type Runtimes = (version: string | null) => Promise<{ folder: string } | { missing: string }>

/** Nodes as npm has them in its package `node`, each installed when it is first needed. */
function nodeRuntimes(home: string): Runtimes {
  const installed = new Map<string, ReturnType<Runtimes>>()
  return async (version) => {
    if (version === null || `v${version}` === process.version) return { folder: OWN_NODE }
    const runtime = installed.get(version) ?? installNode(version, join(home, `node-${version}`))
    installed.set(version, runtime)
    return runtime
  }
}

async function installNode(version: string, cwd: string): ReturnType<Runtimes> {
  mkdirSync(cwd, { recursive: true })
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { ok, output } = await npm(args, { cwd, nodeFolder: OWN_NODE })
  if (!ok) return { missing: `npm could not install node@${version}: ${inOneLine(output)}` }
  const folder = join(cwd, 'node_modules', 'node', 'bin')
  if (existsSync(join(folder, NODE_FILE))) return { folder }
  return {
    missing: `node@${version} was installed without its executable: allow npm to run its install script`,
  }
}

const MOST_CHARACTERS = 200

/** What a program has printed, short enough for a line. */
function inOneLine(output: string): string {
  const line = output.trim().replaceAll(/\s+/g, ' ')
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
}

process.exitCode = await runAll().catch((error: Error) => {
  console.error(error.message)
  return 2
})
