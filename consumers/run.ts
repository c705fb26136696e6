import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Ended, inOneLine, nodeRuntimes, npm, OWN_NODE, type Runtimes } from './npm.ts'
import { CONSUMERS, chosen, type Installation, installationsOf, projectsIn, variantOf } from './project.ts'
import { closingOf, exitCodeOf, lineOf, type Result } from './results.ts'

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
  /** The packed kit. */
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

process.exitCode = await runAll().catch((error: Error) => {
  console.error(error.message)
  return 2
})
