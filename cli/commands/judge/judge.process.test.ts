import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, runCertify } from '../certify/certify-run.fixture.ts'

const recorded = temporaryFolder({ onTestFinished: afterAll })

beforeAll(async () => {
  const only = ['--only', 'SCENARIO-AT-ONCE', 'SCENARIO-CUT']
  const client = ['--', 'node', 'examples/broken/run.mjs', 'buys-again-after-a-lost-connection']
  await runCertify(['certify', ...only, '--report', recorded, ...client])
}, 120_000)

/** The recording in a folder of its own, changed, and with its report if that is wanted. */
function journalIn(folder: string, change: (text: string) => string = (text) => text): string {
  const file = join(folder, 'journal.jsonl')
  writeFileSync(file, change(readFileSync(join(recorded, 'journal.jsonl'), 'utf8')))
  return file
}

describe.concurrent('judge', () => {
  test('decides from the recording alone, and writes the same report to the last byte', async (context) => {
    const [folder, out] = [temporaryFolder(context), temporaryFolder(context)]
    const run = await runCli(['judge', journalIn(folder), '--report', out])
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: '' })
    expect(run.stdout).toContain('✗ timeout-is-not-failure')
    expect(filesIn(out)).toEqual(filesIn(recorded))
  })

  test('compares a journal with the report next to it', async () => {
    expect(await runCli(['judge', join(recorded, 'journal.jsonl')])).toMatchObject({
      code: 1,
      stderr: '',
    })
  })

  test('refuses a report next to it of another recording', async (context) => {
    const folder = temporaryFolder(context)
    const file = journalIn(folder)
    const report = readFileSync(join(recorded, 'report.json'), 'utf8')
    writeFileSync(join(folder, 'report.json'), report.replace(/sha256-.{8}/, 'sha256-00000000'))
    const { code, stderr, stdout } = await runCli(['judge', file])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('does not belong to')
  })

  test('refuses a report next to it that is not of a certification', async (context) => {
    const folder = temporaryFolder(context)
    const file = journalIn(folder)
    copyFileSync('package.json', join(folder, 'report.json'))
    expect(await runCli(['judge', file])).toMatchObject({ code: 2, stdout: '' })
  })

  test.for([
    ['that was changed', (text: string) => text.replace('/balance', '/Balance'), 'a byte of it was changed'],
    ['that was cut', (text: string) => text.slice(0, -200), 'it is incomplete'],
    ['of another schema', (text: string) => text.replace('journal@1', 'journal@9'), 'its schema is'],
  ] as const)('refuses a journal %s, and exits with 2', async ([, change, message], context) => {
    const { code, stderr } = await runCli(['judge', journalIn(temporaryFolder(context), change)])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test('refuses a journal that is not there', async () => {
    const { code, stderr } = await runCli(['judge', 'no.jsonl'])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'no.jsonl: there is no such file. Name a journal.jsonl that `certify --report` wrote, or a history.jsonl of `verify --report`.\n',
    })
  })
})
