import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NODE_FILE, npm } from './npm.ts'

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
