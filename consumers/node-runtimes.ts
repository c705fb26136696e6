import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm } from './npm.ts'

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
  if (!ok) return { missing: `npm could not install node@${version}: ${lastLine(output)}` }
  return { folder: join(cwd, 'node_modules', 'node', 'bin') }
}

/** The last line that says something. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? ''
}
