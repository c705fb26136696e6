import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import type { RunHead } from '../../../certification/journal/journal-schema.ts'
import { clientOf } from '../../../certification/testing/clients.fixture.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { recording as recordingOf } from '../../testing/recording.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const COMMIT = 'c0ffee0123456789c0ffee0123456789c0ffee01'
const source = { commit: COMMIT, dirty: false, tracked: null, files: [] }

/** The recording of a certified client of this commit, or with another head, or of another client. */
const recording = (context: TestContext, head: Partial<RunHead> = {}, client = clientOf({})) =>
  recordingOf(context, { source, ...head }, client)

const ASKED = ['--challenge', '4711', '--max-age', '7d', '--commit', COMMIT.slice(0, 12)]
const YES_BY_WORD = "Issue the key: yes, on the owner's word\n"

test('a recording that is all that was asked for is decided in one line, from that file alone', async (context) => {
  const file = recording(context)
  expect(await runCli(['judge', file, ...ASKED])).toEqual({ code: 0, stderr: '', stdout: YES_BY_WORD })
  const report = join(temporaryFolder(context), 'again')
  const { code, stdout } = await runCli(['judge', file, ...ASKED, '--json', '--report', report])
  const decision = { issue: 'on-the-word-of-the-owner', because: [] }
  expect({ code, decision: JSON.parse(stdout).decision }).toEqual({ code: 0, decision })
  expect(reportIn(report)).toMatchObject({ decision, challenge: '4711' })
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
  ['another commit', { source: { ...source, commit: 'a'.repeat(40) } }, `its commit is ${'a'.repeat(40)}`],
  [
    'changes in no commit',
    { source: { ...source, dirty: true } },
    'files of the client may differ from its commit',
  ],
  ['no commit', { source: undefined }, 'its commit is not known'],
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
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^Issue the key: no, because [^\n]+\.\n$/),
  })
  expect(stdout).toContain(reason)
})

test('a client that is not certified gets no key, and all reasons are given', async (context) => {
  const file = recording(context, { challenge: '1' }, clientOf({ afterLoss: 'buy again' }))
  const { code, stdout } = await runCli(['judge', file, ...ASKED])
  expect(code).toBe(1)
  expect(stdout).toContain(
    'no, because the client is not certified (broken); it was made for the challenge "1".',
  )
})

test('the profile has to have the answers of the operator, from any source', async (context) => {
  const profile = join(temporaryFolder(context), 'operator.json')
  writeFileSync(profile, '{ "money": { "format": "minor-units" }, "provenance": { "money": "confirmed" } }')
  const file = recording(context)
  const { code, stdout } = await runCli(['judge', file, '--profile', profile])
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: 'Issue the key: no, because its profile answers otherwise: money.\n',
  })
  writeFileSync(profile, '{ "provenance": { "money": "confirmed" } }')
  expect(await runCli(['judge', file, '--profile', profile])).toMatchObject({ code: 0, stdout: YES_BY_WORD })
})

test('its own run is more than the word of the owner', async (context) => {
  const file = recording(context, { issuer: 'ACME' })
  const yes = { code: 0, stdout: 'Issue the key: yes\n' }
  // That the recording says so is the word of who made it.
  expect(await runCli(['judge', file, ...ASKED])).toMatchObject({ stdout: YES_BY_WORD })
  expect(await runCli(['judge', file, ...ASKED, '--issuer', 'ACME'])).toMatchObject(yes)
  expect(await runCli(['judge', recording(context), '--issuer', 'ACME'])).toMatchObject({
    code: 1,
    stdout: 'Issue the key: no, because the owner of the client issued it, and not ACME.\n',
  })
})

test.for([
  [['--max-age', 'soon'], 'a number with its unit'],
] as const)('refuses %j', async ([args, message], context) => {
  const { code, stderr } = await runCli(['judge', recording(context), ...args])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

test('is found in the folder of a report', async (context) => {
  expect(await runCli(['judge', dirname(recording(context))])).toMatchObject({ code: 0, stderr: '' })
  expect(await runCli(['judge', temporaryFolder(context)])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('journal.jsonl: there is no such file. Name a journal.jsonl'),
  })
})

describe('the recording of a client that buys again', () => {
  const broken = (context: TestContext) => recording(context, {}, clientOf({ afterLoss: 'buy again' }))

  test('is judged from it alone, and again with the report next to it', async (context) => {
    const file = broken(context)
    for (const _ of ['alone', 'with its report']) {
      const run = await runCli(['judge', file, '--report', dirname(file)])
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: '' })
      expect(run.stdout).toContain('✗ timeout-is-not-failure')
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
