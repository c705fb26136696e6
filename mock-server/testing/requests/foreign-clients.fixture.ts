import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { programFile } from '../../../contract/testing/installed.fixture.ts'

/** What a client saw of one call: a status and a body, or that it got no answer, and why. */
export type Seen = { readonly status: number; readonly body: string } | { readonly failed: string }

/** A foreign HTTP client: it sends one request and returns what it saw of the answer. */
export type ForeignClient = (call: {
  readonly method: string
  readonly url: string
  readonly key: string
  readonly body?: string
  readonly timeoutMs: number
}) => Promise<Seen>

const run = promisify(execFile)

/** The fetch of the platform (undici). */
export const platformFetch: ForeignClient = async ({ method, url, key, body, timeoutMs }) => {
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return { failed: reasonOf(error as FetchError) }
  }
}

type FetchError = Error & { readonly cause?: { readonly code?: string } }

function reasonOf({ name, cause }: FetchError): string {
  if (name === 'TimeoutError') return 'timeout'
  return cause?.code === 'ECONNRESET' ? 'reset' : 'closed'
}

/** Exit codes of curl, from its manual. */
const CURL_FAILURES: Record<number, string> = { 18: 'closed', 28: 'timeout', 52: 'closed', 56: 'reset' }

/** curl, as a process of its own. The key is in a file that it reads, not among its arguments. */
export const curl: ForeignClient = async ({ method, url, key, body, timeoutMs }) => {
  const config = [
    `url = "${url}"`,
    `request = "${method}"`,
    `header = "Authorization: Bearer ${key}"`,
    'header = "Content-Type: application/json"',
    `max-time = ${timeoutMs / 1000}`,
    'silent',
    'write-out = "\\n%{http_code}"',
    ...(body === undefined ? [] : [`data = "${body.replaceAll('"', '\\"')}"`]),
  ]
  const child = run('curl', ['--config', '-'])
  child.child.stdin?.end(config.join('\n'))
  try {
    const { stdout } = await child
    const at = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) }
  } catch (error) {
    return { failed: CURL_FAILURES[(error as { code: number }).code] ?? 'otherwise' }
  }
}

/** Reads one call a line, makes each in a thread of its own on a connection of its own, and prints what it saw. */
const PYTHON = `
import http.client, json, socket, sys, threading, urllib.parse

def make(call):
    url = urllib.parse.urlsplit(call['url'])
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=call['timeoutMs'] / 1000)
    target = url.path + ('?' + url.query if url.query else '')
    headers = {'Authorization': 'Bearer ' + call['key'], 'Content-Type': 'application/json'}
    try:
        connection.request(call['method'], target, call.get('body'), headers)
        response = connection.getresponse()
        return {'status': response.status, 'body': response.read().decode()}
    except (http.client.RemoteDisconnected, http.client.IncompleteRead):
        return {'failed': 'closed'}
    except ConnectionResetError:
        return {'failed': 'reset'}
    except socket.timeout:
        return {'failed': 'timeout'}
    except Exception as error:
        return {'failed': repr(error)}
    finally:
        connection.close()

def answer(call):
    sys.stdout.write(json.dumps({'id': call['id'], 'seen': make(call)}) + '\\n')
    sys.stdout.flush()

for line in sys.stdin:
    threading.Thread(target=answer, args=[json.loads(line)]).start()
`

/** Python's http.client, in one process for all calls: its start takes longer than a call. */
export function startPythonHttp(): { readonly client: ForeignClient; close(): void } {
  const { stdin, stdout } = spawn(programFile('python3'), ['-c', PYTHON], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (seen: Seen) => void>()
  createInterface(stdout).on('line', (line) => {
    const { id, seen } = JSON.parse(line) as { id: number; seen: Seen }
    waiting.get(id)?.(seen)
  })
  let calls = 0
  return {
    client: (call) =>
      new Promise((resolve) => {
        calls += 1
        waiting.set(calls, resolve)
        stdin.write(`${JSON.stringify({ ...call, id: calls })}\n`)
      }),
    // At the end of its input it ends.
    close: () => stdin.end(),
  }
}
