import type { Profile } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import { socketNetwork } from '../http/http-client.ts'
import { type ApiRequest, answered, Recorder, retryAfterMs, written } from '../target/exchange.ts'
import type { Pace } from '../target/pace.ts'
import type { Target } from '../target/target.ts'
import type { Findings, Probe } from './findings.ts'

/** What to discover. `sku` is a card to price, and to buy if that is allowed. */
export type DiscoveryAim = Pick<
  Target,
  'baseUrl' | 'proxy' | 'apiKey' | 'sku' | 'runId' | 'referencePrefix'
> & {
  /** The profile to start from. Its answers are tried first, and stay unless another one is found. */
  readonly start: Profile
  readonly allowPurchase: boolean
}

type Ask = Pick<ApiRequest, 'operation' | 'values' | 'body'> & {
  /** How the key is sent; null for a request without it. */
  readonly auth: Auth | null
  readonly lookup?: Profile['lookup']
  /** What is special about the request, in a few words. */
  readonly how?: string
}

/** What every part of the search needs, once it is known how to send the key. */
export type Search = {
  /** Sends a request with the key. */
  readonly ask: (ask: Omit<Ask, 'auth'>) => Promise<Probe>
  readonly findings: Findings
  readonly start: Profile
  readonly pace: Pace
  /** Makes a reference that no other run has (§2). */
  readonly newReference: (label: string) => string
}

/** The time between an answer and the next request. */
export const PAUSE_MS = 200
export const MOST_REQUESTS = 60
const PAUSE_WHEN_BUSY_MS = 2000

/** Ends the search: nothing more can be found, or nothing more may be sent. The message says why. */
export class Halted extends Error {
  override readonly name = 'Halted'
  readonly outcome: 'incomplete' | 'unreachable'

  constructor(message: string, outcome: Halted['outcome'] = 'incomplete') {
    super(message)
    this.outcome = outcome
  }
}

export type Prober = (ask: Ask) => Promise<Probe>

/**
 * Sends requests one at a time, with a pause between them, and never more than the limit. A busy service is asked once
 * more, after the time that it asks for. If it is still busy, the prober throws {@link Halted}.
 */
export function openProber(
  { baseUrl, proxy, apiKey, start }: DiscoveryAim,
  pace: Pace,
  findings: Findings,
  mostRequests: number,
): Prober {
  const { dispatch } = socketNetwork(proxy)
  const recorder = new Recorder(pace, [apiKey], start.auth.header)

  async function send({ operation, auth, lookup, how = '', ...rest }: Ask): Promise<Probe> {
    if (findings.requests >= mostRequests)
      throw new Halted(`The limit of ${mostRequests} requests is reached.`)
    if (findings.requests > 0) await pace.sleep(PAUSE_MS)
    findings.requests += 1
    const profile = { ...start, ...(auth && { auth }), ...(lookup && { lookup }) }
    const message = written({ profile, apiKey }, { ...rest, operation, key: auth && apiKey })
    const probe = { ...(await answered(message, recorder, dispatch(baseUrl, message))), operation, how }
    findings.marked = recorder.marked
    findings.asked(probe)
    return probe
  }

  return async (ask) => {
    const probe = await send(ask)
    if (!isBusy(probe)) return probe
    await pace.sleep(retryAfterMs(probe, PAUSE_WHEN_BUSY_MS))
    const how = `${probe.how} once more, since the service was busy`.trim()
    const again = await send({ ...ask, how })
    if (isBusy(again)) throw new Halted(`The service is too busy (${again.status}). Try again later.`)
    return again
  }
}

function isBusy({ status }: Probe): boolean {
  return status === 429 || status === 503
}
