import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './run-cli.fixture.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>
  dependencies: Record<string, string>
}

const CONSUMER = `
import { createClient } from 'partner-purchase-kit/client'
import { resolveProfile } from 'partner-purchase-kit/contract'
import { contractSuite } from 'partner-purchase-kit/contract-tests'
import { SCENARIOS } from 'partner-purchase-kit/fixtures'
import { serve } from 'partner-purchase-kit/mock-server'
import { createApp } from 'partner-purchase-kit/mock-server/app'

const mock = await serve({ profile: { states: { success: ['ISSUED'] } } })
const profile = resolveProfile({ states: { success: ['ISSUED'] } })
const client = createClient({ baseUrl: mock.url, apiKey: 'pk_test_consumer', profile })
const { summary } = await client.purchase({ partnerReference: 'SHOP:1', sku: SCENARIOS[0].sku })
await mock.close()
console.log(summary.status, typeof contractSuite, typeof createApp().fetch)
`

/** The package as npm packs it, in the node_modules of a project of its own; what it depends on is linked. */
async function installedIn(project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  const home = join(modules, 'partner-purchase-kit')
  mkdirSync(home, { recursive: true })
  await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: ROOT })
  const [archive = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'))
  await run('tar', ['-xzf', join(project, archive), '-C', home, '--strip-components', '1'])
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  writeFileSync(join(project, 'package.json'), '{"type": "module"}')
}

test('the packed package verifies, and each of its parts can be imported', {
  timeout: 120_000,
}, async (context) => {
  const project = temporaryFolder(context)
  await installedIn(project)
  writeFileSync(join(project, 'consumer.js'), CONSUMER)
  const environment = { ...process.env, NO_COLOR: '1' }
  const bin = join(project, 'node_modules', 'partner-purchase-kit', 'dist', 'cli', 'main.js')
  const [verified, consumed] = await Promise.all([
    run(process.execPath, [bin, 'verify'], { cwd: project, env: environment }),
    run(process.execPath, ['consumer.js'], { cwd: project, env: environment }),
  ])
  expect(verified.stdout).toContain('KEPT  16 of 16 clauses kept')
  expect(consumed.stdout).toBe('ISSUED function function\n')
  const parts = Object.keys(manifest.exports).filter((part) => part !== './package.json')
  for (const part of parts) expect(CONSUMER).toContain(`'partner-purchase-kit${part.slice(1)}'`)
})
