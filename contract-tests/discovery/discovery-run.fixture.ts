import { expect, type TestContext } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { advancedPace } from '../target/pace.ts'
import { newRunId } from '../target/target.ts'
import { discover } from './discover.ts'
import type { DiscoveryEvent } from './findings.ts'
import {
  type Arrival,
  type Circumstances,
  type Dialect,
  independentServer,
} from './independent-server.fixture.ts'
import type { DiscoveryAim } from './prober.ts'

/** The key of every discovery in these tests. */
export const KEY = 'pk_test_Discovered_0123456789'

type Given = Partial<DiscoveryAim> & {
  readonly profile?: PartialProfile
  readonly circumstances?: Circumstances
  readonly mostRequests?: number
}

/** Discovers a server in virtual time, which only waiting advances. */
export async function discovery(
  dialect: Dialect,
  given: Given,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
) {
  const { profile = {}, circumstances = {}, mostRequests, ...aim } = given
  const clock = manualClock()
  const server = await independentServer(dialect, { now: clock.now, ...circumstances })
  onTestFinished(() => server.close())
  const events: DiscoveryEvent[] = []
  const start = resolveProfile(profile)
  const found = await discover(
    { baseUrl: server.url, apiKey: KEY, start, allowPurchase: false, runId: newRunId(), ...aim },
    (event) => events.push(event),
    advancedPace(clock),
    mostRequests,
  )
  // Every profile that is found has to be valid.
  expect(resolveProfile(found.profile)).toEqual(found.profile)
  const printed = events.map((event) => JSON.stringify(event)).join('\n')
  const missed = found.findings.filter(({ value }) => value === undefined).map(({ key }) => key)
  return { ...found, missed, server, events, printed, bought: server.arrivals.filter(couldBuy), clock }
}

/** A discovery that may buy. It buys at most once: all its purchases have the same body. */
export async function buying(
  dialect: Dialect,
  circumstances: Circumstances,
  context: Pick<TestContext, 'onTestFinished'>,
) {
  const found = await discovery(dialect, { allowPurchase: true, circumstances }, context)
  expect(new Set(found.bought.map(({ body }) => body)).size).toBeLessThanOrEqual(1)
  return found
}

/** True if a request could be a purchase. */
export function couldBuy({ method, body }: Pick<Arrival, 'method' | 'body'>): boolean {
  return method === 'POST' && body.includes('"sku"') && body.includes('"partnerReference"')
}

/** True if a request is a ping. */
export function isPing({ method, target }: Pick<Arrival, 'method' | 'target'>): boolean {
  return method === 'GET' && target.endsWith('/ping')
}
