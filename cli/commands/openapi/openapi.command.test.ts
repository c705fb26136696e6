import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

test.for([
  ['openapi', { openapi: '3.1.0' }],
  ['arazzo', { arazzo: '1.0.1' }],
] as const)(
  '%s prints its document as JSON, and writes the same as YAML',
  async ([command, expected], context) => {
    const cwd = temporaryFolder(context)
    const { code, stdout, stderr } = await runCli([command], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject(expected)
    expect(await runCli([command, '--out', `made/${command}.yaml`], { cwd })).toMatchObject({
      code: 0,
      stdout: '',
    })
    const yaml = readFileSync(join(cwd, `made/${command}.yaml`), 'utf8')
    expect(parse(yaml)).toEqual(JSON.parse(stdout))
    // Anchors are not what a reader of such a document expects.
    expect(yaml).not.toMatch(/^\s*[\w-]+: [&*]\w/m)
  },
)

test('both follow the profile', async (context) => {
  const cwd = temporaryFolder(context)
  writeFileSync(
    join(cwd, 'own.json'),
    JSON.stringify({ lookup: { method: 'GET', path: '/find/{partnerReference}' } }),
  )
  const { stdout } = await runCli(['openapi', '--profile', 'own.json'], { cwd })
  expect(Object.keys(JSON.parse(stdout).paths)).toContain('/find/{partnerReference}')
  await runCli(['openapi', '--profile', 'own.json', '--out', 'calls.http'], { cwd })
  expect(readFileSync(join(cwd, 'calls.http'), 'utf8')).toContain('GET {{baseUrl}}/find/{{partnerReference}}')
})

test.for([['openapi'], ['arazzo'], ['fixtures']] as const)(
  '%s --out overwrites a file that the user may have changed only with --force, and takes one that is the same',
  async ([command], context) => {
    const cwd = temporaryFolder(context)
    const write = (...more: string[]) => runCli([command, '--out', 'made.json', ...more], { cwd })
    const made = () => readFileSync(join(cwd, 'made.json'), 'utf8')
    expect(await write()).toMatchObject({ code: 0, stderr: '' })
    const first = made()
    expect(await write()).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(join(cwd, 'made.json'), 'changed by hand')
    const message =
      '--out: made.json exists already, with other content. Name another file, or add --force to write over it.\n'
    expect(await write()).toMatchObject({ code: 2, stderr: message })
    expect(made()).toBe('changed by hand')
    expect(await write('--force')).toMatchObject({ code: 0, stderr: '' })
    expect(made()).toBe(first)
  },
)

test('the workflows name the document that they are over', async (context) => {
  const cwd = temporaryFolder(context)
  const { stdout } = await runCli(['arazzo', '--openapi', 'api.yaml'], { cwd })
  expect(JSON.parse(stdout).sourceDescriptions).toEqual([
    { name: 'partnerPurchase', url: 'api.yaml', type: 'openapi' },
  ])
})

test.for([
  ['openapi', 'api.txt', 'found .txt. Name a file that ends in one of .json, .yaml, .yml, .http.'],
  ['arazzo', 'calls.http', 'found .http. Name a file that ends in one of .json, .yaml, .yml.'],
  ['arazzo', 'flows', 'found no ending. Name a file that ends in one of .json, .yaml, .yml.'],
] as const)('%s --out %s is refused with what fits', async ([command, out, remedy], context) => {
  const cwd = temporaryFolder(context)
  const { code, stdout, stderr } = await runCli([command, '--out', out], { cwd })
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `--out ${out}: ${remedy}\n` })
})
