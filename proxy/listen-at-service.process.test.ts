import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'vitest'
import { reportIn } from '../cli/testing/report-in.fixture.ts'
import { startCli } from '../cli/testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { call } from './testing/opened.fixture.ts'
import { plainService } from './testing/services.fixture.ts'

const ROOT = join(import.meta.dirname, '..')
const SCENARIOS = ['SCENARIO-LOST-AFTER', 'SCENARIO-500-AFTER', 'SCENARIO-AT-ONCE', 'SCENARIO-POLL-LOST']

type Turn = { readonly url: string; readonly key: string; readonly sku: string; readonly purchases: number }

/** Each thing to buy, as it is printed: at the mock several with one key, at the service one with each. */
function turnsIn(stdout: string): readonly Turn[] {
  return stdout
    .split('Base address')
    .slice(1)
    .flatMap((text) => {
      const [, url = '', key = ''] = /^ +(\S+)\s+Key +(\S+)/.exec(text) ?? []
      const cards = [...text.matchAll(/^ {2}(\d) × (\S+)/gm)]
      return cards.map(([, purchases, sku = '']) => ({ url, key, sku, purchases: Number(purchases) }))
    })
}

/** Lets a client that was started elsewhere do what is printed, one after the other, until the run ends. */
async function listened(
  only: readonly string[],
  client: readonly string[],
  context: Parameters<typeof temporaryFolder>[0],
  isEnded = (_: readonly Turn[]) => false,
) {
  const service = await plainService('the usual')
  context.onTestFinished(service.close)
  const folder = temporaryFolder(context)
  const options = ['--listen', '--port', '0', '--base-url', service.url, '--report', folder]
  const { output, ended, child } = startCli(['certify', ...options, '--only', ...only], { key: service.key })
  const run = { isOver: false }
  const code = ended.then((result) => {
    run.isOver = true
    return result.code
  })
  const turns: Turn[] = []
  while (!run.isOver) {
    const turn = turnsIn(output.stdout)[turns.length]
    if (turn === undefined) await Promise.race([once(child.stdout, 'data'), ended])
    else {
      turns.push(turn)
      const { url, key, sku, purchases } = turn
      const env = { ...process.env, SERVICE_BASE_URL: url, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku }
      const program = spawn(client[0] ?? '', client.slice(1), {
        cwd: ROOT,
        env: { ...env, SERVICE_PURCHASES: String(purchases) },
        stdio: 'ignore',
      })
      await once(program, 'exit')
      // A call under the key of an earlier turn is still of that one, and never of this.
      const [first] = turns
      if (turns.length > 1 && first !== undefined)
        await call(first.url, 'GET', '/ping', { headers: { authorization: `Bearer ${first.key}` } })
      if (isEnded(turns)) child.stdin.write('\n')
    }
  }
  const report = reportIn(folder)
  const broken = report.clauses.flatMap(({ id, verdict }) => (verdict === 'broken' ? id : []))
  return { code: await code, turns, report, broken, service, said: output.stdout + output.stderr }
}

test.concurrent('listens to a good client in turns, each with a key of its own, and to the rest at the mock', async (context) => {
  const { expect } = context
  const client = [process.execPath, 'examples/javascript-fetch/client.mjs']
  const { code, turns, report, broken, service, said } = await listened(SCENARIOS, client, context)
  expect({ code, broken }, said).toEqual({ code: 0, broken: [] })
  // The card settles at once: what needs an order to wait for is listened to at the mock, last.
  expect(turns.map(({ sku }) => sku)).toEqual([
    ...['SCENARIO-AT-ONCE', 'YEN-90', 'YEN-90', 'SCENARIO-POLL-LOST'],
  ])
  expect(new Set(turns.map(({ key }) => key)).size).toBe(turns.length)
  const seen = report.scenarios?.map(({ sku, target, outcome }) => [sku, { target, outcome }] as const)
  expect(Object.fromEntries(seen ?? [])).toEqual({
    'SCENARIO-AT-ONCE': { outcome: 'kept' },
    'SCENARIO-LOST-AFTER': { outcome: 'kept', target: service.url },
    'SCENARIO-500-AFTER': { outcome: 'kept', target: service.url },
    'SCENARIO-POLL-LOST': { outcome: 'kept' },
  })
  expect(service.ledger.filter(({ isNew }) => isNew)).toHaveLength(2)
  expect(report.target.baseUrl).toBe(service.url)
  expect(said).toContain(`2 scenarios against ${service.url}, mode TEST; 2 against the mock`)
  expect(said + JSON.stringify(report)).not.toContain(service.key)
})

test.concurrent('finds the mistake of a broken client, although the run is ended while nothing more comes', async (context) => {
  const { expect } = context
  const client = ['python3', 'examples/broken/buys-again.py']
  const only = ['SCENARIO-LOST-AFTER', 'SCENARIO-500-BEFORE']
  const { code, broken, report, said } = await listened(only, client, context, ({ length }) => length === 1)
  expect(code, said).toBe(1)
  expect(broken).toContain('timeout-is-not-failure')
  // Nothing was bought in the other's turn, which never came.
  expect(report.scenarios?.map(({ sku, outcome }) => [sku, outcome])).toEqual([
    ['SCENARIO-LOST-AFTER', 'broken'],
  ])
})
