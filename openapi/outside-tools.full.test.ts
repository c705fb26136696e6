import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeJournal } from '../certification/judge.ts'
import { certify } from '../certification/run.ts'
import { ROOT } from '../cli/testing/built-package.fixture.ts'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { openApiDocument } from './openapi-document.ts'

const run = promisify(execFile)

const CHECKERS = join(ROOT, 'build', 'checkers')
const PACKAGES = join(CHECKERS, 'node_modules')

/** They have a lockfile of their own, and are installed when a run first needs them. */
beforeAll(async () => {
  if (existsSync(PACKAGES)) return
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: CHECKERS })
})

/** A folder with the document of a profile, removed after the tests of the file. */
function folderOf(profile: PartialProfile = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-document-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(profile)))
  return folder
}

test.each([
  ['the defaults', {}],
  ['a profile that differs everywhere', OTHER_PROFILE],
])('under %s, Redocly lint finds no error and no warning', async (_, profile) => {
  const redocly = join(PACKAGES, '.bin', 'redocly')
  const args = [redocly, 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(process.execPath, args, { cwd: folderOf(profile), env })
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 })
})

/** What `examples/javascript-fetch` needs of a service, by the functions of the generated client. */
const SERVICE = `// @ts-nocheck
import * as sdk from './generated/index.ts'
import { client } from './generated/client.gen.ts'

client.setConfig({ baseUrl: process.env.SERVICE_BASE_URL, auth: process.env.SERVICE_PARTNER_API_KEY })

const call = (method, path, body, options) => {
  const [, first, second] = path.split('/')
  const name = decodeURIComponent(second ?? '')
  if (method === 'POST') return sdk.createOrder({ body: JSON.parse(body), ...options })
  if (first === 'orders') return sdk.lookupOrder({ path: { partnerReference: name }, ...options })
  if (name !== '') return sdk.getPrice({ path: { sku: name }, ...options })
  return { ping: sdk.ping, products: sdk.listProducts, balance: sdk.getBalance }[first](options)
}

export async function callService(method, path, body) {
  try {
    const { response, data } = await call(method, path, body, { signal: AbortSignal.timeout(5_000) })
    const { status, headers } = response
    const isRefused = status >= 400 && status < 500 && status !== 429
    const retryAfterSeconds = Number(headers.get('Retry-After')) || 0
    return { status, isRefused, retryAfterSeconds, data: status < 300 ? data?.data : undefined }
  } catch {
    return { status: null, isRefused: false, retryAfterSeconds: 0, data: undefined }
  }
}
`

/** A program in one file, with what it imports of the generated client and of its packages. */
async function bundled(input: string): Promise<string> {
  // Packages are found from the folder of the program.
  const external = (id: string) => /^[^./]/.test(id)
  const bundle = await rolldown({ input, platform: 'node', external, onLog: () => {} })
  const file = `${input}.mjs`
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}

test('a small program on the client that hey-api generates is certified', async () => {
  const folder = folderOf()
  symlinkSync(PACKAGES, join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const generator = join(PACKAGES, '.bin', 'openapi-ts')
  const args = [generator, '-i', 'openapi.json', '-o', 'generated', '-c', '@hey-api/client-fetch']
  await run(process.execPath, args, { cwd: folder })
  copyFileSync(join(ROOT, 'examples', 'javascript-fetch', 'client.mjs'), join(folder, 'client.mjs'))
  writeFileSync(join(folder, 'service.ts'), SERVICE)
  writeFileSync(join(folder, 'call-service.mjs'), "export { callService } from './service.ts'\n")
  const { journal } = await certify({
    command: [process.execPath, await bundled(join(folder, 'client.mjs'))],
  })
  expect(judgeJournal(journal).report.outcome).toBe('kept')
}, 600_000)
