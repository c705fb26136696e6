import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** How a command of npm ended. */
export type Ended = { readonly ok: boolean; readonly output: string }

export type NpmOptions = {
  readonly cwd: string
  /** The folder of the executable `node`, which runs npm and everything that npm starts. */
  readonly nodeFolder: string
}

/** What a shell of the user would not have: what npm and the tests of this checkout have set, and keys. */
const OWN_VARIABLES =
  /^(?:npm_(?:package|lifecycle|command|config_local_prefix)|INIT_CWD$|VITEST|SERVICE_|NODE_OPTIONS$)/

/** The name of the executable of Node. */
const NODE_FILE = process.platform === 'win32' ? 'node.exe' : 'node'

const TIMEOUT_MS = 600_000

/**
 * Runs npm as a user would in a folder.
 *
 * @returns what it and its children have printed, in order.
 *
 * @example
 * await npm(['run', 'test'], { cwd: project, nodeFolder: dirname(process.execPath) })
 */
export async function npm(args: readonly string[], { cwd, nodeFolder }: NpmOptions): Promise<Ended> {
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

/** The Node of this process. */
export const OWN_NODE = dirname(process.execPath)

/** Finds the folder of the executable of a Node, or says why there is none. */
export type Runtimes = (version: string | null) => Promise<{ folder: string } | { missing: string }>

/**
 * Nodes as npm has them in its package `node`, each installed when it is first needed.
 *
 * @param home where to install them.
 */
export function nodeRuntimes(home: string): Runtimes {
  const installed = new Map<string, ReturnType<Runtimes>>()
  return async (version) => {
    if (version === null || `v${version}` === process.version) return { folder: OWN_NODE }
    const runtime = installed.get(version) ?? install(version, join(home, `node-${version}`))
    installed.set(version, runtime)
    return runtime
  }
}

async function install(version: string, cwd: string): ReturnType<Runtimes> {
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
export function inOneLine(output: string): string {
  const line = output.trim().replaceAll(/\s+/g, ' ')
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
}
