import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

test('openapi prints its document as JSON, and writes the same as YAML', async (context) => {
  const cwd = temporaryFolder(context)
  const { code, stdout, stderr } = await runCli(['openapi'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0' })
  expect(await runCli(['openapi', '--out', 'made/openapi.yaml'], { cwd })).toMatchObject({
    code: 0,
    stdout: '',
  })
  const yaml = readFileSync(join(cwd, 'made/openapi.yaml'), 'utf8')
  expect(parse(yaml)).toEqual(JSON.parse(stdout))
  // Anchors are not what a reader of such a document expects.
  expect(yaml).not.toMatch(/^\s*[\w-]+: [&*]\w/m)
})

test('the document follows the profile', async (context) => {
  const cwd = temporaryFolder(context)
  writeFileSync(
    join(cwd, 'own.json'),
    JSON.stringify({ lookup: { method: 'GET', path: '/find/{partnerReference}' } }),
  )
  const { stdout } = await runCli(['openapi', '--profile', 'own.json'], { cwd })
  expect(Object.keys(JSON.parse(stdout).paths)).toContain('/find/{partnerReference}')
})

test.for([['openapi'], ['fixtures']] as const)(
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

test.for([
  ['api.txt', 'found .txt. Name a file that ends in one of .json, .yaml, .yml.'],
  ['document', 'found no ending. Name a file that ends in one of .json, .yaml, .yml.'],
] as const)('openapi --out %s is refused with what fits', async ([out, remedy], context) => {
  const cwd = temporaryFolder(context)
  const { code, stdout, stderr } = await runCli(['openapi', '--out', out], { cwd })
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `--out ${out}: ${remedy}\n` })
})
