import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, type Partner } from '../../../fixtures/partners.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const BLOCKED = 'SERVICE_PARTNER_BLOCKED_API_KEY'

const KEYS = [key, `${key}2`, `${key}3`]

function partnerOf(own: string, index: number): Partner {
  return { ...ORDINARY_PARTNER, id: `partner-${index}`, key: own }
}

/** A conforming service that does not say that it is a mock: nothing about it is known in advance. */
async function service({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const served = await serveChanged(
    async (request, forward) =>
      new URL(request.url).pathname.startsWith('/__mock')
        ? new Response(null, { status: 404 })
        : forward(request),
    { unknownKeys: 'reject', partners: [ALLOWLISTED_PARTNER, ...KEYS.map(partnerOf)] },
  )
  onTestFinished(() => served.close())
  return served.url
}

describe.concurrent('verify, against a service that keeps the contract', () => {
  test('exits with 0 without a blocked key, and names what is out of reach', async (context) => {
    const folder = temporaryFolder(context)
    const { code, stdout } = await runCli(
      ['verify', '--base-url', await service(context), '--report', folder],
      { key },
    )
    expect(code).toBe(0)
    expect(stdout).toContain('KEPT, 15 of 15 within reach; 1 out of reach: ip-allowlist (')
    const report = reportIn(folder)
    expect(report.clauses.find(({ id }) => id === 'ip-allowlist')).toMatchObject({
      verdict: 'out-of-reach',
      needs: expect.stringContaining(BLOCKED),
    })
    const assumption = report.assumptions.find(({ gap }) => gap === 'ip-not-allowed-status')
    expect(assumption).toMatchObject({ verdict: 'not-observed', message: expect.stringContaining(BLOCKED) })
  })

  test('counts the clause when --require names it', async (context) => {
    const baseline = join(temporaryFolder(context), 'baseline.json')
    const entry = { clause: 'ip-allowlist', verdict: 'not-observed', reason: 'soon', expires: '2999-12-31' }
    writeFileSync(baseline, JSON.stringify([entry]))
    const args = ['verify', '--base-url', await service(context), '--require', 'ip-allowlist']
    const [required, excused] = await Promise.all([
      runCli(args, { key }),
      runCli([...args, '--baseline', baseline], { key: `${key}2` }),
    ])
    expect([required.code, excused.code]).toEqual([4, 0])
    expect(required.stdout).toContain('INCOMPLETE, 15 of 16 clauses kept, 0 broken, 1 not observed')
    expect(required.stdout).toContain(BLOCKED)
  })

  test('brings it within reach by a blocked key, and shows that key nowhere', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['verify', '--base-url', await service(context)]
    const [refused, served] = await Promise.all([
      runCli(args, { key, env: { [BLOCKED]: ALLOWLISTED_PARTNER.key } }),
      // A blocked key that is served breaks the clause; its evidence contains no key. A run needs its keys for itself.
      runCli([...args, '--report', folder], { key: `${key}2`, env: { [BLOCKED]: `${key}3` } }),
    ])
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({ code: 0, stderr: '' })
    expect(refused.stdout).toContain('KEPT, 16 of 16 clauses kept')
    expect({ code: served.code, traces: traces(folder, served) }).toEqual({ code: 1, traces: [] })
    expect(served.stdout).toContain('✗ ip-allowlist')
  })
})
