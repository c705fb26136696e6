import type { Sandbox } from '../../sandbox.ts'
import type { ClientEnvironment } from '../client/caller.ts'
import { runModelClient } from '../client/client.ts'
import type { Decisions } from '../client/decisions.ts'
import { sendOverConnection } from './connection.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How long a request or an answer travels. */
const LEG_MS = 0.03

/** How a client ended: with its own exit code, or why it was ended. */
export type End = number | 'flood' | 'crash' | 'time-limit'

/** A running client. */
export type Started = {
  /** Ends the client at once, with all its connections. */
  readonly stop: (why: 'flood' | 'crash') => void
  readonly ended: Promise<End>
}

/** A client as a function, which returns its exit code. It exits with 1 if it throws. */
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
  // A client that throws exits with 1, like a process that throws.
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
