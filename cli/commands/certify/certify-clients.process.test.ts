import { afterAll, expect, test, vi } from 'vitest'
import { isCertified } from '../../../certification/certificate.ts'
import { certifyClient } from '../../../certification/mutants/processes/certify-client.ts'
import { BROKEN, CERTIFIED } from '../../../certification/mutants/processes/clients.ts'
import { compiledJava } from '../../../certification/mutants/processes/compiled-java.fixture.ts'
import { brokenClauses, unseenClauses } from '../../../certification/mutants/processes/matrix.ts'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'

// Most of a client's time is waiting.
vi.setConfig({ maxConcurrency: 12, testTimeout: 170_000 })

const java = compiledJava(GOOD_CLIENTS['java-http-client'])
afterAll(() => java.remove())

/** Every one as it is started by hand, but for Java, which need not be compiled for each scenario. */
const GOOD = CERTIFIED.filter(({ name }) => name in GOOD_CLIENTS).map((client) =>
  client.name === 'java-http-client' ? { ...client, command: java.command } : client,
)

test.concurrent.each(GOOD)('$name is certified', async ({ command, scenarios }) => {
  const report = await certifyClient(command, scenarios)
  const messages = report.clauses.flatMap(({ checks }) => checks.flatMap(({ message }) => message ?? []))
  const faults = { broken: brokenClauses(report), unseen: unseenClauses(report) }
  expect(faults, messages.join('\n')).toEqual({ broken: [], unseen: [] })
  expect(isCertified(report)).toBe(true)
})

test.concurrent.each(BROKEN)(
  '$name is blamed for $breaks, and for nothing else',
  async ({ command, breaks, scenarios }) => {
    const report = await certifyClient(command, scenarios)
    expect(brokenClauses(report).toSorted()).toEqual(breaks.toSorted())
  },
)
