import type { Sandbox } from '../../sandbox.ts'
import type { ClientEnvironment } from '../client/caller.ts'
import { runModelClient } from '../client/client.ts'
import type { Decisions } from '../client/decisions.ts'
import { sendOverConnection } from './connection.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How long a request, and an answer, is on its way. */
const LEG_MS = 0.03

/** How a client ended: by itself, with an exit code, or because it was ended. */
export type End = number | 'flood' | 'crash' | 'time-limit'

/** A client that runs. */
export type Started = {
  /** Ends it at once, with all its connections. */
  readonly stop: (why: 'flood' | 'crash') => void
  readonly ended: Promise<End>
}

/** A client as a function: it ends with the exit code that it returns, and with 1 where it throws. */
export type ClientFunction = (environment: ClientEnvironment) => Promise<number>

/** Starts a client in a sandbox, in virtual time; to be awaited by {@link VirtualTime.run}. */
export function startClient(
  client: Decisions | ClientFunction,
  order: Omit<ClientEnvironment, 'fetch' | 'sleep' | 'now' | 'baseUrl'>,
  sandbox: Pick<Sandbox, 'fetch'>,
  time: VirtualTime,
): Started {
  const life = new AbortController()
  const stopped = Promise.withResolvers<End>()
  const fetch = async (request: Request) => {
    await time.sleep(LEG_MS, life.signal)
    const response = await sendOverConnection(sandbox.fetch, request, life.signal)
    await time.sleep(LEG_MS, life.signal)
    return response
  }
  const sleep = (ms: number, signal = life.signal) => time.sleep(ms, signal)
  // A client that throws ends like a process that throws.
  const run: ClientFunction =
    typeof client === 'function' ? client : (environment) => runModelClient(client, environment)
  const running = run({
    ...order,
    baseUrl: 'http://partner.example',
    fetch,
    sleep,
    now: time.clock.now,
  }).catch(() => 1)
  return {
    stop: (why) => {
      life.abort(why)
      stopped.resolve(why)
    },
    ended: Promise.race([stopped.promise, running]).finally(() => life.abort('ended')),
  }
}
