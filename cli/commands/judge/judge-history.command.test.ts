import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { FAST_CLOCK as clock } from '../../../contract/testing/fast-clock.fixture.ts'
import { historyOf, ping } from '../../../contract-tests/history/history.fixture.ts'
import { historyLines } from '../../../contract-tests/history/history.ts'
import { edit } from '../../../contract-tests/mutants/middleware.ts'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn } from '../certify/certify-run.fixture.ts'

/** A history in a folder of its own. */
function written(folder: string, ...[steps, head]: Parameters<typeof historyOf>): string {
  const file = join(folder, 'history.jsonl')
  writeFileSync(file, [...historyLines(historyOf(steps, head))].join(''))
  return file
}

describe.concurrent('judge, of a history', () => {
  test('decides from it alone what verify did, and writes the same files to the last byte', async (context) => {
    const [recorded, out] = [temporaryFolder(context), temporaryFolder(context)]
    const flat = await serveChanged(
      edit('createOrder', (body) => ({ data: (body.data as { order: unknown }).order })),
      { clock },
    )
    context.onTestFinished(() => flat.close())
    const live = await runCli(['verify', '--base-url', flat.url, '--report', recorded], { key, clock })
    const run = await runCli(['judge', join(recorded, 'history.jsonl'), '--report', out])
    expect(run).toMatchObject({ code: 1, stderr: '' })
    expect(live).toMatchObject({ code: 1, stderr: '' })
    expect(run.stdout).toContain('✗ purchase-position')
    const broken = reportIn(recorded).clauses.filter(({ verdict }) => verdict === 'broken')
    expect(broken.map(({ id }) => id)).toEqual(['purchase-position'])
    // The same, below the heading.
    expect(live.stdout.replaceAll(recorded, out).endsWith(run.stdout)).toBe(true)
    expect(filesIn(out)).toEqual(filesIn(recorded))
    expect([...traces(recorded, live), ...traces(out, run)]).toEqual([])
  })

  test('writes beside the history that it judges', async (context) => {
    const folder = temporaryFolder(context)
    const file = written(folder, [ping()])
    const before = readFileSync(file, 'utf8')
    expect(await runCli(['judge', file, '--report', folder])).toMatchObject({ code: 4, stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(reportIn(folder)).toMatchObject({ kind: 'verify', outcome: 'incomplete' })
  })

  test('is found in the folder of a report', async (context) => {
    const folder = temporaryFolder(context)
    expect(await runCli(['judge', folder])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it has no recording. Name a journal.jsonl or a history.jsonl.'),
    })
    written(folder, [ping()])
    expect(await runCli(['judge', folder])).toMatchObject({ code: 4, stderr: '' })
    writeFileSync(join(folder, 'journal.jsonl'), '')
    expect(await runCli(['judge', folder])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/it has .*journal\.jsonl and .*history\.jsonl\. Name/),
    })
  })

  test('counts an assumed answer that differs with --strict', async (context) => {
    const file = written(temporaryFolder(context), [ping(401)], { profile: resolveProfile({}) })
    expect(await runCli(['judge', file])).toMatchObject({ code: 4 })
    const { code, stdout } = await runCli(['judge', file, '--strict'])
    expect(code).toBe(1)
    expect(stdout).toContain('the run is strict')
  })

  test('prints the report alone with --json', async (context) => {
    const folder = temporaryFolder(context)
    const file = written(folder, [ping()])
    const { stdout, stderr } = await runCli(['judge', file, '--json', '--report', folder])
    expect(stdout).toBe(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(stderr).toContain('INCOMPLETE')
  })

  test.for([
    ['unreachable', 3],
    [null, 4],
  ] as const)('gives the exit code of a run that ended early: %s', async ([outcome, code], context) => {
    const ending = { outcome, message: 'It ended.' }
    const file = written(temporaryFolder(context), [], { ending })
    const run = await runCli(['judge', file])
    expect(run).toMatchObject({ code, stderr: '' })
    expect(run.stdout).toContain('It ended.')
  })

  test('says that its rules are older', async (context) => {
    const { stdout } = await runCli(['judge', written(temporaryFolder(context), [ping()], { rules: '0' })])
    expect(stdout).toMatch(/^Recorded under rules 0, judged by rules/)
  })

  test('refuses one that was changed, and exits with 2', async (context) => {
    const file = written(temporaryFolder(context), [ping()])
    writeFileSync(file, readFileSync(file, 'utf8').replace('/ping', '/Ping'))
    const { code, stdout, stderr } = await runCli(['judge', file, '--report', temporaryFolder(context)])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`${file} can't be judged: a byte of it was changed`)
  })
})
