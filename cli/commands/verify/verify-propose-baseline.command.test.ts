import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deadAddress } from '../../testing/dead-address.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

// A card that settles at once: two clauses are not observed.
const INCOMPLETE = ['verify', '--sku', 'SCENARIO-AT-ONCE']

describe.concurrent('verify --propose-baseline', () => {
  test('refuses a file that exists before anything is sent; forced, it writes a baseline with which the next run is kept', async (context) => {
    const cwd = temporaryFolder(context)
    const file = join(cwd, 'base.json')
    writeFileSync(file, 'mine')
    const asked = [...INCOMPLETE, '--propose-baseline', 'base.json']
    expect(await runCli(asked, { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        '--propose-baseline: base.json exists already. Name another file, or add --force to write over it.\n',
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')

    const { code, stdout } = await runCli([...asked, '--force', '--report', 'report'], { cwd })
    expect(code).toBe(4)
    expect(stdout).not.toContain('"clause"')
    expect(stdout.split('\n').slice(-4)).toEqual([
      'Proposed baseline: base.json accepts what was found for 30 days. Write into each reason why, and add --baseline base.json to the next run.',
      '',
      expect.stringMatching(/^Report: report[/\\] \(report\.json, /),
      '',
    ])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2)
    const again = await runCli([...asked, '--force', '--baseline', 'base.json'], { cwd })
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(/\nProposed baseline: none, because the run is kept as it is\.\n$/)
  })

  test('writes nothing where no baseline would help', async (context) => {
    const cwd = temporaryFolder(context)
    const nowhere = ['verify', '--base-url', await deadAddress()]
    const { stdout } = await runCli([...nowhere, '--propose-baseline', 'base.json'], {
      cwd,
      key: 'pk_test_none',
    })
    expect(stdout).toMatch(/\nProposed baseline: none, because no baseline would excuse what was found\.\n$/)
    expect(existsSync(join(cwd, 'base.json'))).toBe(false)
  })
})
