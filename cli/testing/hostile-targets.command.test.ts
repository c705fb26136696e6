import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, type TestContext, test } from 'vitest'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { serveChanged } from '../../mock-server/testing/changed-mock.fixture.ts'
import { reportIn } from './report-in.fixture.ts'
import { runCli } from './run-in-process.fixture.ts'
import { SECRET_KEY as key, traces } from './secrecy.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'
import { waitlessClock } from './waitless-clock.fixture.ts'

const clock = waitlessClock()

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const MIB = Buffer.alloc(1024 * 1024, 'x')

/** Writes endlessly, as fast as it is read. */
function flood(response: ServerResponse, mebibytes: number): void {
  let left = mebibytes
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(MIB)) return void response.once('drain', write)
    }
    response.end('"}')
  }
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.write('{"data":"')
  write()
}

/** How a run of each command ends: `verify` also with the outcome and the broken clauses of its report. */
type Hostile = {
  readonly answer: Answer
  /** The clause that is checked; without it, all are. Where it is one, each further one would cost more of the same. */
  readonly only?: string
  readonly verified: readonly [code: number, outcome: string, ...broken: string[]]
  readonly discovered: readonly [code: number, message: string]
}

/** Targets that behave as no service should. */
const HOSTILE: Readonly<Record<string, Hostile>> = {
  'never answers': {
    answer: () => {},
    verified: [4, 'incomplete'],
    discovered: [4, 'reached its time limit'],
  },
  'answers HTML': {
    answer: (_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Welcome</h1>'),
    verified: [1, 'broken', 'data-envelope'],
    discovered: [4, 'may be that of a web site'],
  },
  'sends 50 MB': {
    answer: (_, response) => flood(response, 50),
    only: 'ping-ok',
    verified: [4, 'incomplete'],
    discovered: [3, 'larger than 4 MiB'],
  },
  'sends invalid UTF-8': {
    answer: (_, response) =>
      response
        .setHeader('Content-Type', 'application/json')
        .end(Buffer.from('{"data":{"status":"\xff\xfe"}}', 'latin1')),
    verified: [1, 'broken', 'ping-ok', 'ping-mode-test', 'key-required'],
    discovered: [4, 'Everything is served without a key'],
  },
  'resets every connection': {
    answer: (request) => request.socket.resetAndDestroy(),
    verified: [3, 'unreachable'],
    discovered: [3, 'the connection was closed before an answer came'],
  },
  'speaks https, and says so': {
    answer: (_, response) =>
      response.writeHead(400).end('<h1>The plain HTTP request was sent to HTTPS port</h1>'),
    verified: [3, 'unreachable'],
    discovered: [3, 'Write https:// in --base-url'],
  },
  'sends a broken gzip stream': {
    answer: (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .end(gzipSync('{"data":{"status":"ok","mode":"TEST"}}').subarray(0, 30)),
    only: 'ping-ok',
    verified: [4, 'incomplete'],
    discovered: [3, "its gzip body can't be decoded"],
  },
  'fails every time': {
    answer: (_, response) => json(response, { error: 'no' }, 500),
    verified: [1, 'broken', 'ping-ok', 'product-has-sku', 'balance-readable'],
    discovered: [4, 'the service may be down'],
  },
  'refuses the key': {
    answer: (_, response) => json(response, { title: 'no' }, 401),
    verified: [4, 'incomplete'],
    discovered: [4, 'The key was accepted in no way that was tried: without a key (401); Authorization'],
  },
  'promises more than it sends': {
    answer: (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
        .write('{"data":', () => response.destroy()),
    only: 'ping-ok',
    verified: [4, 'incomplete'],
    discovered: [3, 'the answer broke off'],
  },
  'returns the key in every form': {
    answer(request, response) {
      const sent = String(request.headers.authorization).slice('Bearer '.length)
      const forms = [
        sent,
        encodeURIComponent(sent),
        Buffer.from(sent).toString('base64'),
        Buffer.from(`:${sent}`).toString('base64url'),
      ]
      response.setHeader('X-Your-Key', forms.join(' '))
      json(response, { data: { status: 'ok', mode: sent, products: [{ sku: sent, forms }], forms } })
    },
    verified: [1, 'broken', 'ping-mode-test', 'key-required'],
    discovered: [4, 'Everything is served without a key'],
  },
}

/** Its only card has a SKU of invalid Unicode: a lone surrogate. */
const HALF_A_CHARACTER: Answer = (request, response) => {
  const isKeyed = request.headers.authorization !== undefined
  const data = { status: 'ok', mode: 'TEST', products: [{ sku: 'A\ud800' }] }
  json(response, isKeyed ? { data } : { title: 'no' }, isKeyed ? 200 : 401)
}

/** A hostile target that listens until the test is over. */
async function hostileTarget(answer: Answer, context: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(answer), context)}`
}

/** Only the target that never answers may reach its limit. */
const limitOf = (name: string) => ['--time-limit', name === 'never answers' ? '30' : '900']

describe.concurrent('against a target that', () => {
  test.for(Object.entries(HOSTILE))(
    '%s, a run ends in time, with the right exit code, a report, and the key nowhere',
    async ([name, { answer, verified, only }], context) => {
      const folder = temporaryFolder(context)
      const args = ['verify', '--base-url', await hostileTarget(answer, context), '--report', folder]
      const options = [...limitOf(name), ...(only === undefined ? [] : ['--only', only])]
      const run = await runCli([...args, ...options], { key, clock })
      const report = reportIn(folder)
      const broken = report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
      expect([run.code, report.outcome, ...broken]).toEqual(verified)
      expect(report.purchases?.sent).toBe(0)
      expect(traces(folder, run)).toEqual([])
    },
  )

  test.for(Object.entries(HOSTILE))(
    '%s, a discovery ends in time, writes nothing, and shows the key nowhere',
    async ([name, { answer, discovered }], context) => {
      const [code, message] = discovered
      const folder = temporaryFolder(context)
      const args = ['discover', '--base-url', await hostileTarget(answer, context), '--allow-purchase']
      const run = await runCli([...args, ...limitOf(name)], { key, cwd: folder, clock })
      expect({ code: run.code, files: readdirSync(folder) }).toEqual({ code, files: [] })
      expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(message)
      expect(traces(folder, run)).toEqual([])
    },
  )

  test('redirects to another origin, nothing arrives there', async (context) => {
    const arrivals: string[] = []
    const elsewhere = await hostileTarget((request, response) => {
      arrivals.push(request.url ?? '')
      response.end('{}')
    }, context)
    const url = await hostileTarget((request, response) => {
      response.writeHead(307, { Location: elsewhere + (request.url ?? '') }).end()
    }, context)
    const at = ['--base-url', url]
    const verified = await runCli(['verify', '--only', 'ping-ok', ...at], { key, clock })
    const discovered = await runCli(['discover', ...at], { key, clock, cwd: temporaryFolder(context) })
    expect([verified.code, discovered.code, ...arrivals]).toEqual([4, 4])
    expect(verified.stdout).toContain('No redirect is followed')
    expect(discovered.stdout).toContain('give the address that it leads to')
  })

  test('has a card that no URL can contain, it is no fault of the kit, and a discovery goes on without it', async (context) => {
    const at = ['--base-url', await hostileTarget(HALF_A_CHARACTER, context)]
    const verified = await runCli(['verify', ...at], { key, clock })
    expect(verified.code).toBe(1)
    expect(verified.stdout).toContain('The catalogue has no SKU that a URL can hold.')
    expect(verified.stdout).not.toContain('fault of')
    const options = ['--allow-purchase', ...at]
    const discovered = await runCli(['discover', ...options], { key, clock, cwd: temporaryFolder(context) })
    expect(discovered).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was bought') })
  })

  test('is killed during the run, the rest is not observed', async (context) => {
    const folder = temporaryFolder(context)
    const mock = await serveChanged(async (request, forward, operation) => {
      const response = await forward(request)
      if (operation === 'createOrder') void mock.close()
      return response
    })
    const { code } = await runCli(['verify', '--base-url', mock.url, '--report', folder], { key, clock })
    expect([code, reportIn(folder).outcome]).toEqual([4, 'incomplete'])
  })
})
