import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkerScript } from '../checkers/installed.fixture.ts'
import { manualClock } from '../contract/clock.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
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

  test('Redocly lint finds no error and no warning', async () => {
    const args = ['lint', 'openapi.json', '--extends', 'recommended', '--format', 'json']
    const { code, stdout } = await check(folder, REDOCLY, args)
    expect({ code, ...JSON.parse(stdout).totals }).toMatchObject({ code: 0, errors: 0, warnings: 0 })
  })

  test('Spectral finds nothing', async () => {
    writeFileSync(join(folder, 'ruleset.yaml'), 'extends: [spectral:oas]\n')
    const args = ['lint', 'openapi.json', '-r', 'ruleset.yaml', '-f', 'json', '--quiet']
    const { code, stdout } = await check(folder, SPECTRAL, args)
    expect({ code, found: JSON.parse(stdout) }).toEqual({ code: 0, found: [] })
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
