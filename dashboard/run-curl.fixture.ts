import { execFileSync } from 'node:child_process'

/** The arguments that a shell makes of a command of curl. */
export function argumentsOf(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

/** Sends what a command of curl would send, also where there is no curl. */
export function runCurl(command: string): Promise<Response> {
  const request: { url: string; method: string; headers: Record<string, string>; body?: string } = {
    url: '',
    method: 'GET',
    headers: {},
  }
  const words = argumentsOf(command)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') request.method = words.shift() ?? ''
    else if (word === '--data-binary') request.body = words.shift() ?? ''
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(': ')
      request.headers[name] = value.join(': ')
    } else if (word !== '-i') request.url = word
  }
  return fetch(request.url, request)
}
