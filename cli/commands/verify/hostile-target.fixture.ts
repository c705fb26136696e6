import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { TestContext } from 'vitest'
import { portOf } from '../../../contract/testing/listening.fixture.ts'

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

/** Targets that behave as no service should, by name. */
export const HOSTILE_ANSWERS = {
  'never answers': () => {},
  'answers HTML': (_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Welcome</h1>'),
  'redirects to another origin': (_, response) =>
    response.writeHead(302, { Location: 'http://localhost:1/elsewhere' }).end(),
  'sends 50 MB': (_, response) => flood(response, 50),
  'sends invalid UTF-8': (_, response) =>
    response
      .setHeader('Content-Type', 'application/json')
      .end(Buffer.from('{"data":{"status":"\xff\xfe"}}', 'latin1')),
  'resets every connection': (request) => request.socket.resetAndDestroy(),
  'speaks https, and says so': (_, response) =>
    response.writeHead(400).end('<h1>The plain HTTP request was sent to HTTPS port</h1>'),
  'sends a broken gzip stream': (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync('{"data":{"status":"ok","mode":"TEST"}}').subarray(0, 30)),
  'fails every time': (_, response) => json(response, { error: 'no' }, 500),
  'refuses the key': (_, response) => json(response, { title: 'no' }, 401),
  'promises more than it sends': (_, response) => {
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      .write('{"data":')
    setTimeout(() => response.destroy(), 20)
  },
  'returns the key in every form': (request, response) => {
    const key = String(request.headers.authorization).slice('Bearer '.length)
    const forms = [
      key,
      encodeURIComponent(key),
      Buffer.from(key).toString('base64'),
      Buffer.from(`:${key}`).toString('base64url'),
    ]
    response.setHeader('X-Your-Key', forms.join(' '))
    json(response, { data: { status: 'ok', mode: key, products: [{ sku: key, forms }], forms } })
  },
} as const satisfies Record<string, Answer>

/** Its only card has a SKU of invalid Unicode: a lone surrogate. */
export const HALF_A_CHARACTER: Answer = (request, response) => {
  const isKeyed = request.headers.authorization !== undefined
  const data = { status: 'ok', mode: 'TEST', products: [{ sku: 'A\ud800' }] }
  json(response, isKeyed ? { data } : { title: 'no' }, isKeyed ? 200 : 401)
}

/** A hostile target that listens until the test is over. */
export async function hostileTarget(
  answer: Answer,
  context: Pick<TestContext, 'onTestFinished'>,
): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(answer), context)}`
}
