import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { AnswerChange } from '../../variants/variant.ts'
import { variantsOf } from '../../variants/variants.ts'
import { openSandbox } from '../sandbox.ts'

const byId = (id: string): AnswerChange =>
  variantsOf(DEFAULT_PROFILE).find((variant) => variant.id === id)?.answers ?? ((answer) => answer)

/** The bytes from a sandbox with a change, and its journal. */
async function received(answers: AnswerChange, path = '/ping') {
  const partner = 'someone'
  const sandbox = await openSandbox({
    partner,
    scenarios: SCENARIOS,
    profile: DEFAULT_PROFILE,
    openingBalance: 1,
    answers,
  })
  const deliveries: unknown[] = []
  sandbox.listen((exchange, isComplete) => {
    if (isComplete)
      deliveries.push([exchange.operation, exchange.response?.status, exchange.delivery?.outcome])
  })
  try {
    const headers = { Authorization: `Bearer ${sandbox.key}` }
    const message = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${sandbox.url}${path}`, { headers, agent: false }, resolve).on('error', reject),
    )
    const chunks: string[] = []
    for await (const chunk of message.setEncoding('utf8')) chunks.push(String(chunk))
    const { statusCode, rawHeaders } = message
    return { status: statusCode, headers: rawHeaders, body: chunks.join(''), deliveries }
  } finally {
    await sandbox.close()
  }
}

const PING = { data: { status: 'ok', mode: 'TEST' } }

test('an unchanged answer arrives completely, and the journal records that', async () => {
  const { status, headers, body, deliveries } = await received((answer) => answer)
  expect({ status, body: JSON.parse(body) }).toEqual({ status: 200, body: PING })
  expect(headers).toContain('Content-Length')
  expect(deliveries).toEqual([['ping', 200, 'delivered']])
})

test('an answer in chunks has no Content-Length', async () => {
  const { headers, body } = await received(byId('chunked'))
  expect(headers).not.toContain('Content-Length')
  expect(headers).toContain('Transfer-Encoding')
  expect(JSON.parse(body)).toEqual(PING)
})

test('header names are sent in their own case', async () => {
  const { headers } = await received(byId('headers-in-capitals'))
  expect(headers).toEqual(expect.arrayContaining(['CONTENT-TYPE', 'X-REQUEST-ID']))
})

test('the header of the mock is gone, and an error without a body is empty', async () => {
  expect((await received(byId('no-header-of-the-mock'))).headers.join().toLowerCase()).not.toContain('mock-')
  expect(await received(byId('error-without-body'), '/products/NONE/price')).toMatchObject({
    status: 404,
    body: '',
  })
})

test('a change knows which operation was asked for, and another status is sent as it is', async () => {
  const asked: unknown[] = []
  const change: AnswerChange = (answer) => {
    asked.push(answer.operation)
    return { ...answer, status: answer.status === 200 ? 202 : answer.status }
  }
  const answers = await Promise.all(
    ['/ping', '/products/SCENARIO-AT-ONCE/price', '/orders/SHOP%3A1', '/nothing'].map((path) =>
      received(change, path),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 404, 404])
  expect(asked.toSorted()).toEqual(['getPrice', 'lookupOrder', 'ping', null].toSorted())
})
