import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInto, ENVIRONMENT, ROOT } from './built-package.fixture.ts'
import { exampleBelow, examplesBelow } from './in-process-docs.fixture.ts'

const run = promisify(execFile)

describe('docs/in-process.md, run as it stands in a project that has the package', () => {
  const project = mkdtempSync(join(tmpdir(), 'partner-purchase-'))
  beforeAll(() => buildInto(project), 60_000)
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  test.each(['A fetch', 'MSW in Node'])('%s: the example prints what it says', async (heading) => {
    const { code, prints } = exampleBelow(heading)
    const file = join(project, `${heading.replaceAll(' ', '-')}.js`)
    writeFileSync(file, code)
    const { stdout } = await run(process.execPath, [file], { cwd: project, env: ENVIRONMENT })
    expect(prints).toBeDefined()
    expect(stdout).toBe(`${prints}\n`)
  })

  test('Vitest: the examples are tests, and pass', async () => {
    const examples = examplesBelow('Vitest')
    for (const [index, { code }] of examples.entries()) writeFileSync(join(project, `${index}.test.ts`), code)
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--root', project, '--reporter', 'json', '--outputFile', 'result.json']
    await run(process.execPath, args, { cwd: project, env: ENVIRONMENT })
    const { default: result } = await import(join(project, 'result.json'), { with: { type: 'json' } })
    expect(result).toMatchObject({ numTotalTests: examples.length, numPassedTests: examples.length })
    expect(examples.length).toBe(2)
  })
})
