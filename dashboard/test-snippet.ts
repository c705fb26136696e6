import { REDACTED } from '../contract/text/redact.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { PageFacts } from '../contract/wire/page-facts.ts'
import { sentHeaders } from '../reporting/html/curl.ts'
import { reindented } from '../reporting/html/exchange.ts'

/** What fetch sets by itself, or what says nothing of the call. */
const OF_FETCH = /^(?:accept|sec-)/i

/** Faults of a connection need one: in-process, they are refused. */
const OF_CONNECTIONS: readonly string[] = ['reset', 'close', 'dribble']

/** The text of a file that runs as it is, with a partner and a mock of its own. */
export function testSnippet(exchange: Exchange, { auth }: Pick<PageFacts, 'auth'>): string {
  const { request, fault } = exchange
  const isLost = fault !== null && OF_CONNECTIONS.includes(fault.does)
  const name = `${request.method} ${request.target}`
  return [
    "import { expect, test } from 'vitest'",
    ...(isLost ? ["import { serve } from 'partner-purchase-kit/mock-server'"] : []),
    ...(isLost ? [] : ["import { openPartner } from 'partner-purchase-kit/testing'"]),
    '',
    `test(${quoted(name)}, async () => {`,
    ...(isLost ? OVER_A_SOCKET : IN_PROCESS).map(indented),
    ...nextFault(exchange, isLost).map(indented),
    ...callOf(exchange, auth).map(indented),
    ...expected(exchange).map(indented),
    ...(isLost ? ['  await mock.close()'] : ['  await partner.close()']),
    '})',
    '',
  ].join('\n')
}

const IN_PROCESS = ['const partner = openPartner()', 'const { baseUrl, fetch, key } = partner']
const OVER_A_SOCKET = [
  '// A connection can be lost only over a socket.',
  'const mock = await serve()',
  "const [baseUrl, key] = [mock.url, 'pk_test_me']",
]

function nextFault({ fault }: Exchange, isLost: boolean): string[] {
  if (fault?.ordered === undefined) return []
  return [isLost ? `await mock.next(key, '${fault.ordered}')` : `await partner.next('${fault.ordered}')`]
}

function callOf({ request }: Exchange, auth: PageFacts['auth']): string[] {
  const headers = sentHeaders(request, auth).filter(([name]) => !OF_FETCH.test(name))
  return [
    `const answer = fetch(\`\${baseUrl}${inTemplate(request.target)}\`, {`,
    ...(request.method === 'GET' ? [] : [`  method: ${quoted(request.method)},`]),
    `  headers: { ${headers.map(([name, value]) => `${quoted(name)}: ${headerValue(value)}`).join(', ')} },`,
    ...(request.body === null || request.body === '' ? [] : [`  body: ${quoted(request.body)},`]),
    '})',
  ]
}

function headerValue(value: string): string {
  return value.includes(REDACTED) ? `\`${inTemplate(value).replaceAll(REDACTED, `\${key}`)}\`` : quoted(value)
}

function expected({ response, delivery }: Exchange): string[] {
  if (response === null || (delivery !== null && delivery.outcome !== 'delivered')) {
    return ['await expect(answer.then((response) => response.text())).rejects.toThrow()']
  }
  return [
    'const { status } = await answer',
    `expect(status).toBe(${response.status})`,
    ...expectedBody(response.body),
  ]
}

function expectedBody(body: string): string[] {
  const text = reindented(body)
  // Text that is no JSON is left as it is.
  return text === body ? [] : `expect(await (await answer).json()).toEqual(${text})`.split('\n')
}

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const inTemplate = (text: string) => text.replace(/[\\`]|\$\{/g, '\\$&')
const indented = (line: string) => `  ${line}`
