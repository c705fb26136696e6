import { randomBytes } from 'node:crypto'
import type { Clock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile/profile.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { ORDINARY_CARDS, withScenarioCards } from '../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { operationsAppOf } from '../mock-server/app.ts'
import type { ReportUnreadable } from '../mock-server/http/unreadable.ts'

import { assembleMock } from '../mock-server/sandbox/assemble-mock.ts'
import { controlOf } from '../mock-server/sandbox/control.ts'
import { serveFetch } from '../mock-server/serve.ts'
import type { Certificate } from '../mock-server/tls/tls-server.ts'
import type { Sandbox } from './options.ts'
import type { Unreadable } from './trial.ts'

export type SandboxPlan = {
  /** What its partner is called in the journal. */
  readonly partner: string
  /** The whole table: the catalogue shows a card for each. */
  readonly scenarios: readonly Scenario[]
  /** What else the catalogue shows. Default: the ordinary cards. */
  readonly cards?: readonly CatalogueProduct[] | undefined
  readonly profile: Profile
  /** In minor units. */
  readonly openingBalance: number
  /** Default: the platform's. */
  readonly clock?: Clock
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The TEST key that opens it. Default: one that nobody knows. */
  readonly key?: string | undefined
  /** What it proves itself by, where it serves https. */
  readonly tls?: Certificate | undefined
  /** Is handed what arrives and is no request. */
  readonly onUnreadable?: ((unreadable: Unreadable) => void) | undefined
}

/** A sandbox without a socket, called by its `fetch`. */
export type SandboxFetch = Omit<Sandbox, 'url' | 'close'> & {
  fetch(request: Request, transport?: object): Response | Promise<Response>
}

/** The balance for each scenario, in minor units: enough for a few cards, so that buying too many shows. */
export const OPENING_BALANCE = 15_000

/**
 * Opens a sandbox on a socket of its own. Everything that arrives there is from its client, even without a key.
 *
 * @throws {ListenError} when a port that was asked for can't be listened on.
 */
export async function openSandbox(plan: SandboxPlan): Promise<Sandbox> {
  const { fetch, ...sandbox } = makeSandbox(plan)
  const onUnreadable: ReportUnreadable = (unreadable) =>
    plan.onUnreadable?.({ atMs: sandbox.elapsedMs(), ...unreadable })
  const { url, close } = await serveFetch(fetch, { ...plan, onUnreadable })
  return { ...sandbox, url, close }
}

/**
 * Makes a sandbox without a socket: the operations, for one key. The mock's own surface is not part of it, since a client
 * could move its time there. Any other key is refused: that of another sandbox is no secret from the client's process.
 */
export function makeSandbox({ partner: id, openingBalance, ...plan }: SandboxPlan): SandboxFetch {
  const key = plan.key ?? `pk_test_${randomBytes(24).toString('hex')}`
  const story = 'The client that is certified.'
  const mock = assembleMock({
    profile: plan.profile,
    scenarios: plan.scenarios,
    catalogue: withScenarioCards(plan.cards ?? ORDINARY_CARDS, plan.scenarios),
    partners: [{ id, key, story, openingBalance, eligible: null, allowlist: null, requestsPerSecond: null }],
    unknownKeys: 'reject',
    ...(plan.clock !== undefined && { clock: plan.clock }),
  })
  const { fetch } = operationsAppOf(mock)
  const { listen, elapsedMs } = controlOf(mock)
  return {
    key,
    openingBalance,
    listen,
    elapsedMs,
    fetch: (request, transport = {}) => fetch(request, transport),
  }
}
