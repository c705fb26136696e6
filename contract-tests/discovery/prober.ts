import type { Profile } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import { dressed, type FormId } from '../history/forms.ts'
import { socketNetwork } from '../http/http-client.ts'
import { type Answer, type ApiRequest, answered, Recorder, retryAfterMs, written } from '../run/exchange.ts'
import type { Pace } from '../run/pace.ts'
import type { Target } from '../run/target.ts'
import type { OnDiscoveryEvent } from './findings.ts'

type Ask = Pick<ApiRequest, 'operation' | 'values' | 'body'> & {
  /** How it is written; plainly by default. */
  readonly forms?: readonly FormId[]
  /** How the key is sent; null for none. */
  readonly auth: Auth | null
  /** For a lookup: where. */
  readonly lookup?: Profile['lookup']
  /** What is special about it, in a few words. */
  readonly how?: string
}

/** How fast and how often a discovery may ask the service. Times in milliseconds. */
export type RequestLimits = {
  /** Between an answer and the next request. */
  readonly pauseMs: number
  readonly mostRequests: number
}

export const REQUEST_LIMITS: RequestLimits = { pauseMs: 200, mostRequests: 60 }

const PAUSE_WHEN_BUSY_MS = 2000

/** Thrown when no further request may be sent: the limit is reached, or the service asks for fewer. */
export class Halted extends Error {
  override readonly name = 'Halted'
}

/**
 * Opens a prober. A service that is too busy for a request (429, 503) is asked once more, after the time that it asks
 * for; if it is still busy, nothing more is sent. A purchase is not repeated here: its sender decides that.
 */
export function openProber(
  { baseUrl, proxy, apiKey, profile: start }: Pick<Target, 'baseUrl' | 'proxy' | 'apiKey' | 'profile'>,
  pace: Pace,
  { pauseMs, mostRequests }: RequestLimits,
  onEvent: OnDiscoveryEvent,
) {
  const { dispatch } = socketNetwork(proxy)
  const recorder = new Recorder(pace, [apiKey], start.auth.header)
  let sent = 0

  async function send({ auth, lookup, how = '', forms = [], ...request }: Ask): Promise<Answer> {
    if (sent >= mostRequests) {
      throw new Halted(`All ${mostRequests} requests that a discovery may send are spent.`)
    }
    if (sent > 0) await pace.sleep(pauseMs)
    sent += 1
    const profile = { ...start, ...(auth !== null && { auth }), ...(lookup !== undefined && { lookup }) }
    const key = auth === null ? null : apiKey
    const asked = dressed(written({ profile, apiKey }, { ...request, key }), forms)
    const answer = await answered(asked, recorder, dispatch(baseUrl, asked))
    const { exchange, status, failure } = answer
    const result = status === null ? `no answer: ${failure}` : String(status)
    const line = `${exchange.request.method} ${exchange.request.target}`
    onEvent({ kind: 'request', request: line, how, result })
    return answer
  }

  return {
    async ask(ask: Ask): Promise<Answer> {
      const answer = await send(ask)
      if (!isBusy(answer) || ask.operation === 'createOrder') return answer
      await pace.sleep(busyPauseMs(answer))
      const how = `${ask.how ?? ''} once more, since the service was busy`.trim()
      const again = await send({ ...ask, how })
      if (isBusy(again)) throw new Halted(`The service is too busy (${again.status}): try again later.`)
      return again
    },
    sent: () => sent,
    left: () => mostRequests - sent,
  }
}

/** Sends requests: one at a time, with a pause between them, and never more than the limit. */
export type Prober = ReturnType<typeof openProber>

/** How long a busy service asks to wait, in milliseconds. */
export function busyPauseMs(answer: Pick<Answer, 'exchange'>): number {
  return retryAfterMs(answer, PAUSE_WHEN_BUSY_MS)
}

/** Whether a service says that it is too busy for a request, not that the request is wrong. */
export function isBusy({ status }: Pick<Answer, 'status'>): boolean {
  return status === 429 || status === 503
}
