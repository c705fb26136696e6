import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nodeRuntimes, npm, OWN_NODE } from './npm.ts'
import { CONSUMERS, chosen, installationsOf, projectsIn } from './project.ts'
import { closingOf, exitCodeOf, lineOf, type Result } from './results.ts'
import { visit } from './visit.ts'

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

process.exitCode = await runAll().catch((error: Error) => {
  console.error(error.message)
  return 2
})
