import type { TestContext } from 'vitest'
import { startCli } from '../testing/run-cli.fixture.ts'
import { startCli as startInProcess, type Terminal } from '../testing/run-in-process.fixture.ts'

/** A mock started from the command line, at a free port, once it has said that it is ready. */
export async function startMock(
  context: Pick<TestContext, 'onTestFinished'>,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  return whenReady(context, startCli(['mock', '--port', '0', ...args], { env }))
}

/** The same in the process of the test, with its own streams and signals. */
export async function startMockHere(
  context: Pick<TestContext, 'onTestFinished'>,
  args: readonly string[] = [],
  surroundings: Terminal = {},
) {
  return whenReady(context, startInProcess(['mock', '--port', '0', ...args], surroundings))
}

type Started = ReturnType<typeof startCli> | ReturnType<typeof startInProcess>

async function whenReady<Running extends Started>(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  started: Running,
) {
  onTestFinished(() => void started.child.kill('SIGKILL'))
  const said = async (pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(started.output[stream])
      if (match !== null) return match
      const more = new Promise((resolve) => started.child[stream].once('data', resolve))
      const ended = await Promise.race([started.ended, more.then(() => undefined)])
      if (ended !== undefined && !pattern.test(started.output[stream])) {
        throw new Error(`The mock ended without saying ${pattern}: ${JSON.stringify(ended)}`)
      }
    }
  }
  const [, url = ''] = await said(/^(?:ready |.*"event":"ready".*"url":")(https?:\/\/[^"\s]+)/m)
  return { ...started, url, said }
}

/** Calls a mock with a key. */
export function callerOf(url: string, key: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const get = (path: string) => fetch(`${url}${path}`, { headers })
  const buy = (partnerReference: string, sku: string) => {
    const body = JSON.stringify({ partnerReference, sku })
    return fetch(`${url}/orders`, { method: 'POST', headers, body })
  }
  return {
    get,
    buy,
    json: async (path: string): Promise<unknown> => (await get(path)).json(),
    purchase: async (partnerReference: string, sku: string): Promise<unknown> =>
      (await buy(partnerReference, sku)).json(),
  }
}
