/** A program and its arguments, as they are started from the root of the repository. */
type Command = readonly [program: string, ...args: string[]]

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

export type GoodClient = keyof typeof GOOD_CLIENTS
