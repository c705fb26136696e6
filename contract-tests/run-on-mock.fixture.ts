import type { Report } from '../contract/report/report.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../fixtures/partners.ts'
import { createApp } from '../mock-server/app.ts'
import { idleClock } from './broken-servers/idle-clock.fixture.ts'
import type { Network } from './http/http-client.ts'
import { runSuite } from './run.ts'
import { paceOf } from './target/pace.ts'
import { type TargetOptions, targetOf } from './target/target.ts'

/** The kit's mock in this process. It accepts only the key of the run and those of its named partners. */
function mockInProcess(options: Partial<TargetOptions> = {}) {
  const clock = idleClock()
  const apiKey = 'pk_test_in_process'
  const target = targetOf({
    baseUrl: 'http://mock.invalid',
    apiKey,
    notAllowedKey: ALLOWLISTED_PARTNER.key,
    ...options,
  })
  const partners = [...PARTNERS, { ...ORDINARY_PARTNER, id: 'run', key: apiKey }]
  const app = createApp({ clock, profile: target.profile, unknownKeys: 'reject', partners })
  const network: Network = {
    dispatch: async (baseUrl, { method, target: asked, headers, body }) => {
      const response = await app.fetch(new Request(`${baseUrl}${asked}`, { method, headers, body }))
      const { status } = response
      return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
    cut: async (baseUrl, { method, target: asked, headers, body }) => {
      await app.fetch(new Request(`${baseUrl}${asked}`, { method, headers, body }))
      return true
    },
  }
  return { target, surroundings: { pace: paceOf(clock), network } }
}

/** The report of a run against the kit's mock. */
export async function reportOnMock(options: Partial<TargetOptions> = {}): Promise<Report> {
  const { target, surroundings } = mockInProcess(options)
  return (await runSuite(target, surroundings)).report
}
