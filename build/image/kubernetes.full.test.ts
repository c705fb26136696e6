import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { CHECKERS } from '../../checkers/installed.fixture.ts'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'

type Manifest = { apiVersion: string; kind: string; spec?: Record<string, unknown> }

/** The schemas of Kubernetes, as classes and types. */
const MODELS = join(CHECKERS, 'node_modules', 'kubernetes-models')

const FILE = readFileSync(join(ROOT, 'deploy', 'kubernetes.yaml'), 'utf8')
const MANIFESTS = parseAllDocuments(FILE).map((document) => document.toJS() as Manifest)

/** Whether Kubernetes' own schemas take a manifest: required members, types and formats. */
async function validate({ apiVersion, kind, ...rest }: Manifest): Promise<void> {
  const models = await import(pathToFileURL(join(MODELS, apiVersion, `${kind}.js`)).href)
  new models[kind](rest).validate()
}

/** What the types of the same schemas refuse: above all a member that they do not have. */
async function typeErrors(folder: string, manifests: readonly Manifest[]): Promise<string> {
  const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
    const from = join(MODELS, apiVersion, kind)
    const whole = JSON.stringify({ apiVersion, kind, ...rest })
    return `import type { I${kind} as M${index} } from '${from}'\nexport const m${index}: M${index} = ${whole}`
  })
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '--ignoreConfig', ...options, file])
  return run.then(
    () => '',
    ({ stdout }) => stdout,
  )
}

test('Kubernetes takes every manifest, and no member is misspelled', async (context) => {
  const folder = temporaryFolder(context)
  await Promise.all(MANIFESTS.map(validate))
  expect(await typeErrors(folder, MANIFESTS)).toBe('')
})

test('a wrong type and a misspelled member are noticed', async (context) => {
  const service = MANIFESTS.find(({ kind }) => kind === 'Service') ?? expect.fail('no Service')
  const misspelled = { ...service, spec: { ...service.spec, selectors: {} } }
  const mistyped = { ...service, spec: { ...service.spec, ports: [{ port: 'http' }] } }
  await expect(validate(mistyped)).rejects.toThrow('integer')
  expect(await typeErrors(temporaryFolder(context), [misspelled])).toContain('"selectors"')
})
