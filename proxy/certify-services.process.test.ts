import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isOnWire, needsToWait } from '../certification/at-service.ts'
import { BROKEN, CERTIFIED, type KnownClient } from '../certification/mutants/processes/clients.ts'
import { reportIn } from '../cli/testing/report-in.fixture.ts'
import { runCli } from '../cli/testing/run-cli.fixture.ts'
import { selfSigned } from '../cli/testing/self-signed.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { isFull, sampleOf } from '../contract/testing/sample.fixture.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { MORE_CLIENTS } from './testing/more-clients.fixture.ts'
import { plainService, replicatedService, type Service, slowService } from './testing/services.fixture.ts'

const tls = selfSigned()
const GOOD = [...CERTIFIED, ...MORE_CLIENTS.filter(({ breaks }) => breaks.length === 0)]
const WRONG = [...BROKEN, ...MORE_CLIENTS.filter(({ breaks }) => breaks.length > 0)]

const SERVICES = [
  ['settles at once', () => plainService('the usual')],
  ['is slow, and over TLS', () => slowService(tls, 2_500, 'the usual')],
  ['has two replicas and a rate limit', () => replicatedService(400, 30, 'the usual')],
] as const satisfies readonly (readonly [string, () => Promise<Service>])[]

const THERE: readonly string[] = SCENARIOS.filter(isOnWire).map(({ sku }) => sku)
const WAITING: readonly string[] = SCENARIOS.filter((one) => isOnWire(one) && needsToWait(one)).map(
  ({ sku }) => sku,
)
const QUICK = ['SCENARIO-LOST-AFTER', 'SCENARIO-CUT', 'SCENARIO-500-BEFORE']

/** Before a service, what shows a mistake whose own scenarios are the mock's; null where nothing does. */
const SHOWN_BY: Readonly<Record<string, string | null>> = {
  'one-reference-for-two-purchases': 'SCENARIO-TWO-LOST',
  'reads-purchase-one-level-up': 'SCENARIO-500-BEFORE',
  'never-polls': 'SCENARIO-POLL-LOST',
  // It ends with the preflight, before a service is asked.
  'adds-a-quantity': null,
  // Theirs is about an interval that changes, as no fault on the wire has it change.
  'keeps-the-first-interval': null,
  'shell-polls-every-second': null,
}
const FIRST_LOSS = 'SCENARIO-LOST-AFTER'

type Test = Parameters<typeof temporaryFolder>[0]

async function certified(
  client: KnownClient,
  only: readonly string[],
  service: Service | null,
  context: Test,
) {
  const folder = temporaryFolder(context)
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, tls.cert)
  // Some clients of the examples write a card into a path as it is.
  const sku = service?.skus.find((one) => /^[\w-]+$/.test(one)) ?? ''
  const there = service === null ? [] : ['--base-url', service.url, '--max-purchases', '500', '--sku', sku]
  const options = [...there, '--jobs', '6', '--report', folder, '--only', only.join()]
  const args = ['certify', ...options, '--', ...client.command]
  const env = { NODE_EXTRA_CA_CERTS: authority }
  const { code, stdout, stderr } = await runCli(args, service === null ? { env } : { env, key: service.key })
  const report = reportIn(folder)
  const broken = report.clauses.flatMap(({ id, verdict }) => (verdict === 'broken' ? id : []))
  return { code, broken, report, said: stdout + stderr }
}

describe.each(isFull ? SERVICES : SERVICES.slice(0, 1))('before a service that %s', (name, open) => {
  test.for(isFull ? GOOD : GOOD.slice(1, 2))(
    '$name is certified for what applies',
    async (client, context) => {
      const service = await open()
      context.onTestFinished(service.close)
      const { code, broken, report, said } = await certified(client, isFull ? THERE : QUICK, service, context)
      expect({ code, broken }, said).toEqual({ code: 0, broken: [] })
      const there = report.scenarios?.filter(({ target }) => target === service.url) ?? []
      expect(there.length, said).toBeGreaterThanOrEqual(isFull ? THERE.length - WAITING.length : QUICK.length)
      expect(said).toMatch(
        /\d+ scenarios against https?:\S+, mode TEST; \d+ against the mock, each with its reason\./,
      )
      expect(service.ledger.length).toBeGreaterThanOrEqual(there.length)
      expect(report.target.baseUrl).toBe(service.url)
      expect(JSON.stringify(report)).not.toContain(service.key)
    },
  )

  // That a proxy changes no verdict is shown without processes, too, for many more clients: see clients.matrix.test.ts.
  test.for(sampleOf(WRONG, WRONG.length))(
    '$name breaks the clauses that it breaks against the mock',
    async (client, context) => {
      const service = await open()
      context.onTestFinished(service.close)
      const own = client.scenarios.filter((sku) => THERE.includes(sku))
      const { [client.name]: shows = FIRST_LOSS } = SHOWN_BY
      const only =
        own.length > 0 ? own.slice(0, isFull ? own.length : 1) : [shows ?? FIRST_LOSS, ...client.scenarios]
      const here = await certified(client, only, null, context)
      const there = await certified(client, only, service, context)
      const unseen = there.report.clauses.flatMap(({ id, verdict }) => (verdict === 'not-observed' ? id : []))
      // Whether a client polls is not seen where an order settles at once.
      const isSeen = (id: string) =>
        name.includes('slow') || id !== 'follows-until-settled' || !unseen.includes(id)
      expect(there.broken, there.said).toEqual(here.broken.filter(isSeen))
      const clause = client.breaks[0] ?? ''
      expect(here.broken, here.said).toContain(clause)
      if (own.length > 0 || shows === null) return
      const shown = there.report.scenarios?.filter(
        ({ sku, target }) => sku === shows && target === service.url,
      )
      expect(shown?.length === 1 || WAITING.includes(shows), there.said).toBe(true)
      for (const { clauses } of shown ?? []) expect(clauses[clause], there.said).toBe('broken')
    },
  )
})
