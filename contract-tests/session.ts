import type { Exchange } from '../contract/exchange.ts'
import type { Profile } from '../contract/profile.ts'
import { type Client, createClient } from '../reference-client/client.ts'
import { abandonPurchase } from './abandoned-purchase.ts'
import type { Answer } from './answer.ts'
import type { Network } from './network.ts'
import { createObserver, type Observer, type Shapes } from './observed/observer.ts'
import { type Pace, realPace } from './pace.ts'
import { patientWire } from './patience.ts'
import { Purse } from './purse.ts'
import { Recorder } from './recorder.ts'
import { recordingFetch } from './recording-fetch.ts'
import { REFERENCE_PREFIX, type Target } from './target.ts'
import { openWire, type Wire } from './wire.ts'

/** One run of the suite against one target. Checks share what it has seen. */
export type Session = {
  readonly target: Target
  readonly profile: Profile
  readonly pace: Pace
  readonly recorder: Recorder
  readonly wire: Wire
  readonly purse: Purse
  /** Sends a purchase, and goes away before its answer comes. */
  abandon(purchase: { readonly body: string; readonly afterMs: number }): Promise<Exchange>
  /** The shape of every answer so far. */
  shapes(): Shapes
  /** The reference client; each of its answers is noted as well. */
  client(note: (answer: Answer) => void): Client
  /** A reference that no other run has (§2: unique per intended purchase). */
  reference(label: string): string
}

/** What a run lives by, besides its target. */
export type Surroundings = {
  readonly pace?: Pace
  /** How requests reach the target; over a socket by default. */
  readonly network?: Network
  /** Is told, in a few words, what the run is waiting for. */
  readonly say?: (text: string) => void
}

/** Opens a run against a target. Nothing is sent until a check asks for it. */
export function openSession(target: Target, surroundings: Surroundings = {}): Session {
  const { pace = realPace, say = () => {}, network } = surroundings
  const { profile, baseUrl, apiKey } = target
  const secrets = [apiKey, target.notAllowedKey ?? '']
  const recorder = new Recorder(pace, secrets, profile.auth.header)
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  const observer = createObserver(profile, secrets)
  const wire = patientWire(openWire(target, recorder, network?.dispatch), { profile, pace })
  return {
    target,
    profile,
    pace,
    recorder,
    wire: { send: async (request) => observed(await wire.send(request), observer) },
    shapes: observer.shapes,
    purse: new Purse(target.maxPurchases),
    abandon: (purchase) => abandonPurchase(target, recorder, purchase, network?.cut),
    client: (note) =>
      createClient({
        baseUrl,
        apiKey,
        profile,
        clock: { now: pace.now, sleep: sayingSo(pace, say) },
        fetch: recordingFetch(
          recorder,
          basePath,
          (answer) => note(observed(answer, observer)),
          network?.fetch,
        ),
      }),
    reference: (label) => `${REFERENCE_PREFIX}:${target.runId}-${label}`,
  }
}

function sayingSo(pace: Pace, say: (text: string) => void): Pace['sleep'] {
  return (milliseconds) => {
    say(`an order is PROCESSING, next poll in ${Number((milliseconds / 1000).toFixed(1))} s`)
    return pace.sleep(milliseconds)
  }
}

/** Shows an answer to the observer, and hands it on. */
function observed(answer: Answer, observer: Observer): Answer {
  const { operation, response } = answer.exchange
  if (operation !== null && response !== null) {
    const contentType = response.headers['content-type'] ?? null
    observer.see({ operation, status: response.status, contentType, json: answer.json })
  }
  return answer
}
