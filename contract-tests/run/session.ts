import { setMaxListeners } from 'node:events'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Answer } from '../analysis/answer.ts'
import { OrderLog } from '../analysis/order-log.ts'
import { type Shapes, shapesOf } from '../drift/observe/observe.ts'
import type { SeenAnswer } from '../drift/observe/observed-operation.ts'
import type { Network } from '../http/network.ts'
import { abandonPurchase } from './abandon-purchase.ts'
import { type ApiClient, openApiClient } from './api-client.ts'
import { type Pace, realPace } from './pace.ts'
import { PurchaseBudget } from './purchase-budget.ts'
import { Recorder } from './recorder.ts'
import { retryingClient } from './retry-after.ts'
import { REFERENCE_PREFIX, type Target } from './target.ts'

/** One run of the suite against one target. Its checks share all answers. */
export type Session = {
  readonly target: Target
  readonly profile: Profile
  readonly pace: Pace
  readonly recorder: Recorder
  readonly api: ApiClient
  readonly budget: PurchaseBudget
  /** Every answer so far to the target's own key, in order of arrival. */
  readonly answers: readonly Answer[]
  /** The answers about orders of this run. */
  readonly orders: OrderLog
  /** Sends a purchase, and closes the connection before its answer arrives. */
  abandon(purchase: { readonly body: string; readonly afterMs: number }): Promise<Exchange>
  /** Aborted when the run must send nothing more. */
  readonly signal: AbortSignal
  /** Says, in a few words, what the run is waiting for. */
  say(text: string): void
  /** The shape of every answer so far. */
  shapes(): Shapes
  /** A reference that no other run has (§2: unique per intended purchase). */
  reference(label: string): string
}

/** What a run needs in addition to its target: time, network, a progress callback and a signal. */
export type Surroundings = {
  readonly pace?: Pace
  /** How requests reach the target; over a socket by default. */
  readonly network?: Network
  /** Called with what the run is waiting for, in a few words. */
  readonly say?: (text: string) => void
  /** Ends the run when it aborts: requests in progress are cancelled, and no other is sent. */
  readonly signal?: AbortSignal
}

/** Opens a run against a target. Nothing is sent until a check asks for it. */
export function openSession(target: Target, surroundings: Surroundings = {}): Session {
  const { say = () => {}, network } = surroundings
  const signal = AbortSignal.any(surroundings.signal === undefined ? [] : [surroundings.signal])
  // Every request and every wait in progress listens to it.
  setMaxListeners(0, signal)
  const pace = stoppable(surroundings.pace ?? realPace, signal)
  const { profile, apiKey } = target
  const secrets = [apiKey, target.notAllowedKey ?? '']
  const recorder = new Recorder(pace, secrets, profile.auth.header)
  const api = retryingClient(openApiClient(target, recorder, { ...network, signal }), { profile, pace })
  const answers: Answer[] = []
  const seen: SeenAnswer[] = []
  return {
    target,
    profile,
    pace,
    recorder,
    signal,
    say,
    answers,
    orders: new OrderLog(),
    api: {
      async send(request) {
        const answer = await api.send(request)
        if (request.key === undefined) answers.push(answer)
        seen.push(...seenAnswer(answer))
        return answer
      },
    },
    shapes: () => shapesOf(seen, profile, secrets),
    budget: new PurchaseBudget(target.maxPurchases),
    async abandon(purchase) {
      signal.throwIfAborted()
      return abandonPurchase(target, recorder, purchase, signal, network?.cut)
    },
    reference: (label) => `${REFERENCE_PREFIX}:${target.runId}-${label}`,
  }
}

function stoppable({ now, sleep }: Pace, signal: AbortSignal): Pace {
  return { now, sleep: (milliseconds) => sleep(milliseconds, signal) }
}

/** An answer for its shape; none if the operation is not documented, or no response arrived. */
function seenAnswer({ exchange, json }: Answer): SeenAnswer[] {
  const { operation, response } = exchange
  if (operation === null || response === null) return []
  return [{ operation, status: response.status, contentType: response.headers['content-type'] ?? null, json }]
}
