import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { packInto, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { deadAddress } from '../../cli/testing/dead-address.fixture.ts'
import { once } from '../../cli/testing/once.fixture.ts'
import { SECRET_KEY, traces } from '../../cli/testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import type { Middleware } from '../../contract-tests/mutants/middleware.ts'
import { serveChanged } from '../../contract-tests/mutants/serve-changed.ts'
import { runAction } from './run-action.fixture.ts'

const HOME = temporaryFolder({ onTestFinished: afterAll })
const packed = once(() => packInto(HOME))

const REPORT = 'partner-purchase-report'

/** Runs the action with the kit as it would be published. */
async function run(context: TestContext, inputs: Record<string, string>) {
  const job = { temp: HOME, env: { SERVICE_PARTNER_API_KEY: SECRET_KEY } }
  const ran = await runAction(context, { version: await packed(), ...inputs }, job)
  const files = ran.outputs.report === REPORT ? readdirSync(join(ran.workspace, REPORT)) : []
  expect(traces(ran.workspace, { code: ran.code, stdout: ran.log, stderr: ran.summary })).toEqual([])
  return { ...ran, files }
}

/** The address of a mock behind a change, until the test ends. */
async function changed(context: TestContext, change: Middleware): Promise<string> {
  const served = await serveChanged(change)
  context.onTestFinished(() => served.close())
  return served.url
}

const SAME: Middleware = (request, forward) => forward(request)
const WITHOUT_STATUS: Middleware = async (request, forward, operation) =>
  operation === 'ping' ? Response.json({ data: { mode: 'TEST' } }) : forward(request)

test('a server that keeps its clauses is kept', async (context) => {
  const inputs = { command: 'verify', 'base-url': await changed(context, SAME) }
  const { code, outputs, log, summary, files } = await run(context, inputs)
  expect({ code, outputs }).toEqual({
    code: 0,
    outputs: { outcome: 'kept', report: REPORT },
  })
  expect(files).toEqual(expect.arrayContaining(['junit.xml', 'report.html', 'report.json']))
  expect(summary).toContain('# Partner Purchase API: kept')
  expect(log).not.toContain('::error')
})

test('a server that breaks a clause fails the step, and the clause is an annotation', async (context) => {
  const inputs = { command: 'verify', 'base-url': await changed(context, WITHOUT_STATUS) }
  const { code, outputs, log, summary } = await run(context, inputs)
  expect({ code, outputs }).toEqual({
    code: 1,
    outputs: { outcome: 'broken', report: REPORT },
  })
  expect(log).toContain('::error title=ping-ok')
  expect(summary).toContain('# Partner Purchase API: broken')
})

test('a client that keeps its clauses is certified', async (context) => {
  const client = `node "${join(ROOT, 'examples/javascript-fetch/client.mjs')}"`
  const { code, outputs, summary, files } = await run(context, { command: 'certify', client })
  expect({ code, outputs }).toEqual({
    code: 0,
    outputs: { outcome: 'kept', report: REPORT },
  })
  expect(files).toContain('journal.jsonl')
  expect(summary).toContain('# Partner Purchase API: certified')
})

test('a client that breaks a clause fails the step', async (context) => {
  const client = `node "${join(ROOT, 'examples/broken/run.mjs')}" adds-a-quantity`
  const { code, outputs, log } = await run(context, { command: 'certify', client })
  expect({ code, outputs }).toEqual({
    code: 1,
    outputs: { outcome: 'broken', report: REPORT },
  })
  expect(log).toContain('::error title=exactly-two-fields')
})

test('a server that does not answer is unreachable, and a file that is not there is refused', async (context) => {
  const nobody = await run(context, { command: 'verify', 'base-url': await deadAddress() })
  expect({ code: nobody.code, outcome: nobody.outputs.outcome }).toEqual({ code: 3, outcome: 'unreachable' })
  expect(nobody.log.match(/^::(?:error|warning) .*/gm)).toEqual([
    expect.stringContaining('Nothing answers at'),
  ])
  const refused = await run(context, { command: 'verify', profile: 'none.json' })
  expect({ code: refused.code, outputs: refused.outputs }).toEqual({
    code: 2,
    outputs: { outcome: 'refused', report: '' },
  })
  expect(refused.log).toContain('::error title=partner-purchase::--profile none.json: there is no such file')
})

test('the report is the one that the kit wrote', async (context) => {
  const inputs = { command: 'verify', 'base-url': await changed(context, SAME), report: 'own folder' }
  const { outputs, workspace } = await run(context, inputs)
  const report = JSON.parse(readFileSync(join(workspace, outputs.report ?? '', 'report.json'), 'utf8'))
  expect(report.outcome).toBe('kept')
})
