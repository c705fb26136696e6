import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import type { RunHead } from '../../../certification/journal.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { BUYS_AGAIN, recording } from '../../testing/recording.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const ASKED = ['--challenge', '4711', '--max-age', '7d']
const YES = 'Issue the key: yes, if you trust who made this recording'

/** The last line that was printed. */
const lastLine = (stdout: string) => stdout.trimEnd().split('\n').at(-1) ?? ''

test('a recording that is all that was asked for ends with a yes, from that file alone', async (context) => {
  const file = recording(context)
  const { code, stdout, stderr } = await runCli(['judge', file, ...ASKED])
  expect({ code, stderr, last: lastLine(stdout) }).toEqual({ code: 0, stderr: '', last: YES })
  expect(stdout).toContain('\nCERTIFIED')
  expect(stdout).toMatch(/^Partner .*\n {2}Client {5}.*\n(?: {2}.*\n)* {2}Challenge {2}4711\n/)
  expect(stdout).not.toContain('\nNext:')
  expect(stdout).toContain('\nNot checked, because the option is not given: --profile.\n')
  const alone = await runCli(['judge', file])
  expect(lastLine(alone.stdout)).toBe(YES)
  expect(alone.stdout).toContain('not given: --challenge, --max-age, --profile.')
  const report = join(temporaryFolder(context), 'again')
  const json = await runCli(['judge', file, ...ASKED, '--json', '--report', report])
  expect(JSON.parse(json.stdout).decision).toEqual({ issue: 'yes', because: [] })
  expect(lastLine(json.stderr)).toBe(YES)
  expect(reportIn(report)).toMatchObject({ outcome: 'kept', challenge: '4711' })
})

test.for([
  ['another challenge', { challenge: '12' }, 'it was made for the challenge "12"'],
  ['no challenge', { challenge: undefined }, 'it was made for no challenge'],
  [
    'a run of last month',
    { startedAt: '2020-01-01T00:00:00.000Z' },
    'it is of 2020-01-01T00:00:00.000Z, which is too long ago',
  ],
  ['a run of tomorrow', { startedAt: '2099-01-01T00:00:00.000Z' }, 'which is in the future'],
  [
    'a scenario too few',
    {
      scenarios: SCENARIOS.slice(1)
        .concat({ ...SCENARIOS[0] } as never)
        .map((one) => ({ ...one, price: 1 })),
    },
    'the client is not certified (incomplete',
  ],
] as const)('with %s, the answer is no, because of it', async ([, head, reason], context) => {
  const { code, stdout } = await runCli(['judge', recording(context, head as Partial<RunHead>), ...ASKED])
  expect(code).toBe(reason.includes('incomplete') ? 4 : 1)
  expect(lastLine(stdout)).toMatch(/^Issue the key: no, because .+\.$/)
  expect(lastLine(stdout)).toContain(reason)
})

test('a client that is not certified gets no key, and all reasons are given', async (context) => {
  const file = recording(context, { challenge: '1' }, BUYS_AGAIN)
  const { code, stdout } = await runCli(['judge', file, ...ASKED])
  expect(code).toBe(1)
  expect(lastLine(stdout)).toBe(
    'Issue the key: no, because the client is not certified (broken); it was made for the challenge "1".',
  )
})

test('the profile has to have the answers of the operator, from any source', async (context) => {
  const profile = join(temporaryFolder(context), 'operator.json')
  writeFileSync(profile, '{ "money": { "format": "minor-units" }, "provenance": { "money": "confirmed" } }')
  const file = recording(context)
  const { code, stdout } = await runCli(['judge', file, '--profile', profile])
  expect({ code, last: lastLine(stdout) }).toEqual({
    code: 1,
    last: 'Issue the key: no, because its profile answers otherwise: money.',
  })
  writeFileSync(profile, '{ "provenance": { "money": "confirmed" } }')
  const again = await runCli(['judge', file, '--profile', profile])
  expect({ code: again.code, last: lastLine(again.stdout) }).toEqual({ code: 0, last: YES })
})

test('a run that named its scenarios gives no key', async (context) => {
  const { code, stdout } = await runCli(['judge', recording(context, { cards: undefined })])
  expect(code).toBe(4)
  expect(lastLine(stdout)).toContain('each had the name of its scenario')
})

test.for([
  [['--max-age', 'soon'], 'a number with its unit'],
  [['--issuer', 'ACME'], "unknown option '--issuer'"],
  [['--strict'], "unknown option '--strict'"],
] as const)('refuses %j', async ([args, message], context) => {
  const { code, stderr } = await runCli(['judge', recording(context), ...args])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

test('is found in the folder of a report', async (context) => {
  expect(await runCli(['judge', dirname(recording(context))])).toMatchObject({ code: 0, stderr: '' })
  expect(await runCli(['judge', temporaryFolder(context)])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('journal.jsonl: there is no such file. Name the recording of `certify`'),
  })
})

describe('the recording of a client that buys again', () => {
  const broken = (context: TestContext) => recording(context, {}, BUYS_AGAIN)

  test('is judged from it alone, and again with the report next to it', async (context) => {
    const file = broken(context)
    for (const _ of ['alone', 'with its report']) {
      const run = await runCli(['judge', file, '--report', dirname(file)])
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: '' })
      expect(run.stdout).toContain('✗ timeout-is-not-failure')
      expect(lastLine(run.stdout)).toBe('Issue the key: no, because the client is not certified (broken).')
    }
  })

  test('is refused with the report of another recording, or with no report of a certification', async (context) => {
    const file = broken(context)
    const beside = join(dirname(file), 'report.json')
    await runCli(['judge', file, '--report', dirname(file)])
    writeFileSync(beside, readFileSync(beside, 'utf8').replace(/sha256-.{8}/, 'sha256-00000000'))
    expect(await runCli(['judge', file])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('does not belong to'),
    })
    copyFileSync('package.json', beside)
    expect(await runCli(['judge', file])).toMatchObject({ code: 2, stdout: '' })
  })

  test('is refused where it was changed, with 2', async (context) => {
    const file = broken(context)
    writeFileSync(file, readFileSync(file, 'utf8').replace('/balance', '/Balance'))
    const { code, stderr } = await runCli(['judge', file])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('a byte of it was changed') })
  })
})
