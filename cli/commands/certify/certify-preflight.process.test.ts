import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { runCertify } from './certify-run.fixture.ts'

/** It starts faster than what Node has for that. */
const HTTP = new URL('../../../examples/node-raw-socket/http.mjs', import.meta.url).href

/** Buys a card, with the mistake that it is named; it leaves a mark for each of its starts. */
const CLIENT = `
  import { appendFileSync } from 'node:fs'
  import { request } from '${HTTP}'
  const [mistake, starts] = process.argv.slice(2)
  appendFileSync(starts, '.')
  if (mistake === 'crashes') throw new TypeError('no such setting')
  const { SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku, SERVICE_ORDER_LABEL: label } = process.env
  const headers = { 'Content-Type': 'application/json', [mistake.includes('header') ? 'X-Key' : 'Authorization']: 'Bearer ' + key }
  async function call(path, body) {
    const init = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
    const answer = await request(SERVICE_BASE_URL + path, { headers, ...init })
    if (answer.status < 300) return JSON.parse(answer.body)
    if (mistake !== 'keeps-the-wrong-header') throw new Error(path + ': ' + answer.status)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await call(path, body)
  }
  for (const path of ['/ping', '/products', '/products/' + sku + '/price', '/balance']) await call(path)
  const reference = 'SHOP:' + label + (mistake === 'has-a-slash' ? '/1' : '')
  const field = mistake === 'restyles-the-fields' ? 'partner_reference' : 'partnerReference'
  await call('/orders', { [field]: reference, sku })
  const path = { 'looks-elsewhere': '/order/' + encodeURIComponent(reference), 'has-a-slash': '/orders/' + reference }[mistake]
  if (path !== undefined) await new Promise((resolve) => setTimeout(resolve, 1000)).then(() => call(path))
  if (mistake === 'hangs-then' && !sku.startsWith('SCENARIO-')) setInterval(() => {}, 1000)
  if (mistake === 'fails-then') process.exitCode = 3`

/** Runs two scenarios with a client that has a mistake. */
async function certified(mistake: string, context: TestContext) {
  const folder = temporaryFolder(context)
  const [client, starts, report] = ['client.mjs', 'starts', 'report'].map((name) => join(folder, name))
  if (client === undefined || starts === undefined || report === undefined) throw new Error('unreachable')
  writeFileSync(client, CLIENT)
  const args = ['certify', '--only', 'at-once,withdrawn', '--report', report]
  const { code, stdout, leftOver } = await runCertify([...args, '--', 'node', client, mistake, starts])
  return { code, stdout, leftOver, report, starts: readFileSync(starts, 'utf8').length }
}

/** How a client fails: before a request, and where it goes on by itself; to spell a reference otherwise breaks a clause. What is said of others, `start-failure.test.ts` says. */
const FAILING = [
  ['crashes', 'did not get to a first request: the client exited with 1', 'TypeError: no such setting', 4],
  ['has-a-slash', 'did not get past GET /orders/SHOP:', 'was put into the path as it is', 1],
  ['keeps-the-wrong-header', 'did not get past GET /ping: 401', 'Authorization: Bearer {key}', 4],
  [
    'looks-elsewhere',
    'did not get past GET /order/{partnerReference}: 404, because the lookup of this profile is GET /orders/{',
    '"lookup": {"method":"GET","path":"/order/{partnerReference}"}',
    4,
  ],
] as const

/** What does not hold the scenarios up, with the exit code of their run. */
const PASSING = [
  ['fails once it has bought', 'fails-then', 0],
  ['is fine', 'has-none', 0],
  ['goes on once it has bought', 'hangs-then', 0],
] as const

describe.concurrent('a preflight', () => {
  test.for(sampleOf(FAILING, 2))(
    'ends the run of a client that %s, after one start and with one diagnosis',
    async ([mistake, step, hint, expected], context) => {
      const { code, stdout, leftOver, report, starts } = await certified(mistake, context)
      expect({ code, starts, leftOver }, stdout).toEqual({ code: expected, starts: 1, leftOver: [] })
      expect(stdout.split(`The client ${step}`)).toHaveLength(2)
      expect(stdout).toContain(hint)
      expect(stdout).not.toContain(' SCENARIO-AT-ONCE  ')
      const { outcome, startFailure } = reportIn(report)
      expect({ outcome, said: startFailure?.message }).toMatchObject({
        outcome: expected === 1 ? 'broken' : 'incomplete',
        said: expect.stringContaining(step),
      })
      const again = await runCertify(['judge', join(report, 'journal.jsonl')])
      expect(again).toMatchObject({ code: expected, stdout: expect.stringContaining(`The client ${step}`) })
    },
  )

  test('ends the run of a client whose purchase is refused, with the advice of the clause that it breaks', async (context) => {
    const { code, stdout, report, starts } = await certified('restyles-the-fields', context)
    expect({ code, starts }, stdout).toEqual({ code: 1, starts: 1 })
    const said = stdout.replaceAll(/\s+/g, ' ')
    expect(said).toContain('✗ exactly-two-fields')
    expect(said).toContain('The client did not get past POST /orders: 422')
    expect(said.split('Send partnerReference and sku, spelled like this')).toHaveLength(2)
    expect(said).not.toContain('--only')
    expect(reportIn(report).startFailure?.remedy).toContain(
      'Send partnerReference and sku, spelled like this',
    )
  })

  test.for(sampleOf(PASSING, 2))(
    'lets the scenarios judge a client that %s',
    async ([, mistake, code], context) => {
      const run = await certified(mistake, context)
      expect({ code: run.code, starts: run.starts, leftOver: run.leftOver }, run.stdout).toEqual({
        code,
        starts: 3,
        leftOver: [],
      })
      expect(run.stdout).toMatch(/✓ preflight .* it bought an ordinary card/)
      const skus = reportIn(run.report).scenarios?.map(({ sku }) => sku)
      expect(skus).toEqual(['SCENARIO-AT-ONCE', 'SCENARIO-WITHDRAWN'])
    },
  )
})
