import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

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
