import { copyFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, inOneLine, npm, OWN_NODE, type Runtimes } from './npm.ts'
import { type Installation, variantOf } from './project.ts'
import type { Result } from './results.ts'

/** The name of the tarball in a project's copy: the scripts of a project may use it. */
const TARBALL = 'partner-purchase-kit.tgz'

export type Visit = {
  /** An empty folder for the copy of the project. */
  readonly home: string
  /** The packed kit. */
  readonly tarball: string
  readonly runtimes: Runtimes
}

/** Installs a project with the packed kit, and runs its own script by each of its Nodes. */
export async function* visit(
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
