import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, type TestContext, test } from 'vitest'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { isInstalled, programFile } from '../contract/testing/installed.fixture.ts'
import { isFull } from '../contract/testing/sample.fixture.ts'
import { createMock } from '../mock-server/app.ts'
import { serveFetch } from '../mock-server/serve-fetch.ts'
import { GOOD_CLIENTS } from './good-clients.fixture.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Every client that somebody may copy. */
const CLIENTS = {
  ...GOOD_CLIENTS,
  'purchase.py': ['python3', 'docs/recipes/purchase.py'],
  'purchase.mjs': ['node', 'docs/recipes/purchase.mjs'],
  'Purchase.java': ['java', '-XX:TieredStopAtLevel=1', 'docs/recipes/Purchase.java'],
  'purchase.php': ['php', 'docs/recipes/purchase.php'],
} as const

/** Java takes a second to start, and PHP is on few machines. */
const isQuick = (program: string) => ['node', 'python3', 'sh'].includes(program)
const TRIED = Object.entries(CLIENTS).filter(
  ([, [program]]) => isQuick(program) || (isFull && isInstalled(program)),
)

type Answer = (request: Request, posts: number) => Response | undefined

/** Runs a client against a mock, some of whose answers are replaced. */
async function run([program, ...args]: readonly string[], answer: Answer, context: TestContext) {
  const mock = createMock()
  const postedMs: number[] = []
  const server = await serveFetch((request) => {
    if (request.method === 'POST') postedMs.push(performance.now())
    return answer(request, postedMs.length) ?? mock.app.fetch(request)
  })
  context.onTestFinished(() => server.close())
  const env = {
    ...process.env,
    SERVICE_BASE_URL: server.url,
    SERVICE_PARTNER_API_KEY: 'pk_test_client',
    SERVICE_SKU: 'SCENARIO-PROCESSING',
    ORDER_STORE: temporaryFolder(context),
  }
  const client = spawn(programFile(program ?? ''), args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [code]] = await Promise.all([text(client.stderr), once(client, 'close')])
  return { code, errors, postedMs }
}

const busy = (status: number, asked?: string) =>
  new Response('{}', { status, headers: asked === undefined ? {} : { 'Retry-After': asked } })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()

/** In a sample, those that read a date in a way of their own. */
const WAITING = TRIED.filter(
  ([name]) => isFull || ['shell-curl', 'purchase.py', 'purchase.mjs'].includes(name),
)

test.concurrent.for(WAITING)(
  '%s waits until the date that Retry-After names',
  async ([, command], context) => {
    const answer: Answer = ({ method }, posts) =>
      method === 'POST' && posts === 1 ? busy(429, inSeconds(3)) : undefined
    const { code, postedMs } = await run(command, answer, context)
    expect(code).toBe(0)
    const [first = 0, second = 0] = postedMs
    // A date has whole seconds.
    expect(second - first).toBeGreaterThan(1500)
  },
)

/** What asks for a pause of an hour: the purchase, the lookup after a lost answer, or the first poll. */
const PAUSES: Readonly<Record<string, Answer>> = {
  'a purchase asks for an hour': ({ method }) => (method === 'POST' ? busy(429, inSeconds(3600)) : undefined),
  'a lookup asks for an hour': ({ method, url }, posts) => {
    if (posts === 0 || !url.includes('/orders')) return undefined
    return method === 'POST' && posts === 1 ? busy(503) : busy(429, '3600')
  },
  'a poll asks for an hour': ({ method, url }, posts) => {
    if (posts === 0 || !url.includes('/orders')) return undefined
    return method === 'POST' && posts === 1 ? undefined : busy(429, '3600')
  },
}

for (const [name, answer] of Object.entries(PAUSES).slice(0, isFull ? 3 : 1))
  test.concurrent.for(TRIED)(
    `%s ends where ${name}, and says when to look again`,
    async ([, command], context) => {
      const { code, errors, postedMs } = await run(command, answer, context)
      expect(code).not.toBe(0)
      expect(errors).toMatch(/unknown|not known/)
      expect(errors).toMatch(/\bin (?:3600|359\d) seconds/)
      expect(postedMs.length).toBeLessThanOrEqual(2)
    },
  )
