import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAST_CLOCK as clock } from '../../../contract/testing/fast-clock.fixture.ts'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as KEY } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

describe.concurrent('verify', () => {
  test('starts the mock, finds every clause kept, and exits with 0', async (context) => {
    const folder = temporaryFolder(context)
    const { code, stdout, stderr } = await runCli(['verify', '--report', folder], { clock })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('KEPT, 16 of 16 clauses kept, 0 broken, 0 not observed')
    const report = reportIn(folder)
    expect(report.outcome).toBe('kept')
    expect(report.target.mode).toBe('TEST')
    expect(
      report.clauses.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict !== 'kept'),
    ).toEqual([])
    expect(report.assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).not.toContain('<failure')
  })

  test('buys nothing when the mode of ping is not TEST', async ({ onTestFinished }) => {
    const purchases: string[] = []
    const live = await serveChanged(async (request, forward, operation) => {
      if (operation === 'createOrder') purchases.push(await request.clone().text())
      if (operation !== 'ping') return forward(request)
      return Response.json({ data: { status: 'ok', mode: 'LIVE' } })
    })
    onTestFinished(() => live.close())
    const args = ['verify', '--base-url', live.url, '--max-purchases', '3']
    const { code, stdout } = await runCli(args, { key: KEY })
    expect(code).toBe(1)
    expect(stdout).toContain('at most 3 purchases are sent')
    expect(stdout).toContain('Nothing was bought: ping\'s mode at /data/mode is "LIVE", not "TEST"')
    // The others can't be a purchase: bodies without the two fields, to see how they are refused.
    expect(purchases.filter((body) => body.includes('"sku"'))).toEqual([])
  })

  test('names file, key, what was found and what is valid, for a wrong profile', async ({
    onTestFinished,
  }) => {
    const folder = temporaryFolder({ onTestFinished })
    writeFileSync(join(folder, 'partner-purchase.profile.json'), '{"auth": {"header": "X Key"}, "colour": 1}')
    const { code, stderr } = await runCli(['verify'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^partner-purchase\.profile\.json: auth\.header: found "X Key", expected the name of/m,
    )
    expect(stderr).toMatch(/^partner-purchase\.profile\.json: unknown key colour; the keys here are auth,/m)
  })
})
