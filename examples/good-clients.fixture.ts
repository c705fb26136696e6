import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A program and its arguments, as they are started from the root of the repository. */
export type Command = readonly [program: string, ...args: string[]]

/** What a client is asked to do. The signal kills it: a test that runs out of time leaves no client behind. */
export type Task = {
  readonly url: string
  readonly sku: string
  readonly purchases?: number
  readonly signal?: AbortSignal
}

/** A client under way. Its output is both of its streams. */
export function startClient([program, ...args]: Command, { url, sku, purchases = 1, signal }: Task) {
  const key = `pk_test_${randomUUID()}`
  // The tests run on the Node that the package asks for; the one on the PATH may be another.
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(signal !== undefined && { signal }),
    env: {
      ...process.env,
      SERVICE_BASE_URL: url,
      SERVICE_PARTNER_API_KEY: key,
      SERVICE_SKU: sku,
      SERVICE_PURCHASES: String(purchases),
    },
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk))
  }
  return { child, key, output }
}

/** How a client ended, and what it printed. */
export type Run = { readonly code: number | null; readonly key: string; readonly printed: string }

/** Runs a client to its end. */
export function runClient(command: Command, task: Task): Promise<Run> {
  const { child, key, output } = startClient(command, task)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, key, printed: output.text }))
  })
}

const JAVA_QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Every client that does the right thing, as it is certified. */
export const GOOD_CLIENTS = {
  'typescript-reference-client': ['node', 'examples/typescript-reference-client/client.ts'],
  'javascript-fetch': ['node', 'examples/javascript-fetch/client.mjs'],
  'python-urllib': ['python3', 'examples/python-urllib/client.py'],
  'shell-curl': ['sh', 'examples/shell-curl/client.sh'],
  'java-http-client': ['java', ...JAVA_QUICK_START, 'examples/java-http-client/Client.java'],
  'node-raw-socket': ['node', 'examples/node-raw-socket/client.mjs'],
} as const satisfies Record<string, Command>

/** The name of a client that does the right thing. */
export type GoodClient = keyof typeof GOOD_CLIENTS
