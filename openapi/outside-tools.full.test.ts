import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkerScript } from '../checkers/installed.fixture.ts'
import { manualClock } from '../contract/clock.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { edit } from '../contract-tests/mutants/middleware.ts'
import { serveChanged } from '../contract-tests/mutants/serve-changed.ts'
import { advancedPace } from '../contract-tests/run/pace.ts'
import { targetOf } from '../contract-tests/run/target.ts'
import { runSuite } from '../contract-tests/run-suite.ts'
import { served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { check, documentsOf, PROFILES, prismProxy } from './testing/served.fixture.ts'

const REDOCLY = checkerScript('@redocly/cli', 'redocly')
const SPECTRAL = checkerScript('@stoplight/spectral-cli', 'spectral')

/** What the contract suite does wrong on purpose: calls without a valid key, at an unknown path, and with one field. */
const ON_PURPOSE = [
  'request Invalid security scheme used',
  'request Selected route not found',
  "request.body Request body must have required property 'sku'",
]

describe.each(Object.entries(PROFILES))('under %s', (_, given) => {
  const folder = documentsOf(given)
  const profile = resolveProfile(given)

  test.each(['openapi.json', 'arazzo.json'])(
    'Redocly lint finds no error and no warning in %s',
    async (file) => {
      const args = ['lint', file, '--extends', 'recommended', '--format', 'json']
      const { code, stdout } = await check(folder, REDOCLY, args)
      expect({ code, ...JSON.parse(stdout).totals }).toMatchObject({ code: 0, errors: 0, warnings: 0 })
    },
  )

  test.each([
    ['openapi.json', 'spectral:oas'],
    ['arazzo.json', 'spectral:arazzo'],
  ])('Spectral finds nothing in %s by %s', async (file, ruleset) => {
    const rules = `${file}.ruleset.yaml`
    writeFileSync(join(folder, rules), `extends: [${ruleset}]\n`)
    const args = ['lint', file, '-r', rules, '-f', 'json', '--quiet']
    const { code, stdout } = await check(folder, SPECTRAL, args)
    expect({ code, found: JSON.parse(stdout) }).toEqual({ code: 0, found: [] })
  })

  test('Redocly respect runs every workflow against the mock, and waits between two polls', async () => {
    const mock = await served({ profile: given })
    const inputs = ['--input', 'apiKey=pk_test_respect', '--input', 'order=1001']
    const server = ['--server', `partnerPurchase=${mock.url}`]
    const args = ['respect', 'arazzo.json', ...inputs, ...server]
    const { code, stdout, stderr } = await check(folder, REDOCLY, args)
    const passed = /Workflows: (.*)/.exec(stdout + stderr)?.[1]
    expect({ code, passed }).toEqual({ code: 0, passed: '5 passed, 5 total' })
    const waits = waitsIn(mock.journal())
    expect(waits.length).toBeGreaterThanOrEqual(2)
    expect(waits.filter(({ waited, asked }) => waited < asked * 0.95)).toEqual([])
  })

  test('Prism sees no violation in the whole contract suite but those that the suite makes on purpose', async () => {
    const clock = manualClock()
    const mock = await served({ profile: given, clock })
    const prism = await prismProxy(folder, mock.url)
    const target = targetOf({ baseUrl: prism.url, apiKey: 'pk_test_prism', profile })
    await runSuite(target, { pace: advancedPace(clock) })
    expect(mock.journal().length).toBeGreaterThan(80)
    expect(new Set(prism.violations())).toEqual(new Set(ON_PURPOSE))
  })
})

test('Prism does see a violation where there is one', async () => {
  const flat = edit('createOrder', (body) => ({ data: (body as { data: { order: object } }).data.order }))
  const server = await serveChanged(flat)
  onTestFinished(() => server.close())
  const prism = await prismProxy(documentsOf({}), server.url)
  const headers = { Authorization: 'Bearer pk_test_prism', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' })
  await fetch(`${prism.url}/orders`, { method: 'POST', headers, body })
  await expect
    .poll(prism.violations)
    .toEqual([expect.stringContaining("must have required property 'order'")])
})

/** How long each poll waited after a summary that was PROCESSING, and how long the summary asks to wait, in milliseconds. */
function waitsIn(exchanges: readonly Exchange[]): { waited: number; asked: number }[] {
  return exchanges.flatMap(({ order, response, delivery }, index) => {
    const seconds = /"PROCESSING","pollAfterSeconds":([\d.]+)/.exec(response?.body ?? '')?.[1]
    const next = exchanges
      .slice(index + 1)
      .find((later) => later.order?.partnerReference === order?.partnerReference)
    if (seconds === undefined || next === undefined || delivery === null) return []
    return [{ waited: next.arrivedMs - delivery.atMs, asked: Number(seconds) * 1000 }]
  })
}
