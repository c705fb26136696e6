import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectSafely } from 'node:tls'
import supertest from 'supertest'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { CERTIFICATE } from '../../../mock-server/tls/certificate.fixture.ts'
import { callerOf, startMockHere } from '../../mock/mock-process.fixture.ts'
import { fakeBrowser } from '../../terminal/fake-browser.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }

describe.concurrent('mock', () => {
  test('prints in its last three lines its page, a key to use, and that it is ready', async (context) => {
    const { output, url } = await startMockHere(context)
    expect(output.stdout.split('\n').slice(-4)).toEqual([
      `page  ${url}/__mock/`,
      'key   pk_test_me',
      `ready ${url}`,
      '',
    ])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(await callerOf(url, 'pk_test_ready').json('/ping')).toEqual({
      data: { status: 'ok', mode: 'TEST' },
    })
  })

  test('opens its page with --open', async (context) => {
    const { opened, path } = fakeBrowser(temporaryFolder(context))
    const env = { PATH: path }
    const { url } = await startMockHere(context, ['--open'], { env })
    await vi.waitFor(() => expect(readFileSync(opened, 'utf8')).toBe(`${url}/__mock/\n`), PATIENCE)
  })

  test('says where the page is when no browser can be opened', async (context) => {
    const env = { PATH: temporaryFolder(context) }
    const { url, said } = await startMockHere(context, ['--open'], { env })
    const [, address] = await said(
      /^--open: \S+ did not open the browser\. Open (\S+) yourself\.$/m,
      'stderr',
    )
    expect(address).toBe(`${url}/__mock/`)
  })

  test('prints a curl line that buys', async (context) => {
    const { output, url } = await startMockHere(context)
    const [, header = '', body = ''] =
      /-H '(Auth[^']+)' -H 'Content-Type[^']+' \\\n +-d '([^']+)'/.exec(output.stdout) ?? []
    const [name = '', value = ''] = header.split(': ')
    const buying = supertest(url).post('/orders').set(name, value).type('json').send(body)
    expect((await buying).body).toMatchObject({ data: { order: { order: { status: 'PROCESSING' } } } })
  })

  test('follows what it is given: a profile, cards, partners and a pace', async (context) => {
    const folder = temporaryFolder(context)
    const written = (name: string, content: object): string => {
      writeFileSync(join(folder, name), JSON.stringify(content))
      return join(folder, name)
    }
    const shop = { id: 'shop', key: 'pk_test_of_the_shop', openingBalance: 9_000, story: 'The shop.' }
    const partners = { unknownKeys: 'reject', partners: [{ ...shop, allowlist: ['127.0.0.1'] }] }
    const cards = join(folder, 'cards.json')
    const made = await runCli(['fixtures', '--products', '500', '--seed', '7', '--out', cards])
    expect(made).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const files = [
      ...['--profile', written('mine.json', { auth: { header: 'X-Key', format: '{key}' } })],
      ...['--catalogue', cards, '--partners', written('partners.json', partners)],
    ]
    const { output, url, said } = await startMockHere(context, [...files, '--speed', '10000'])
    await supertest(url).get('/ping').set('X-Key', 'pk_test_stranger').expect(401)
    const caller = supertest.agent(url).set({ 'X-Key': shop.key })
    const { data } = (await caller.get('/products').expect(200)).body
    expect(data.products).toHaveLength(500 + SCENARIOS.length)
    await caller.post('/orders').send({ partnerReference: 'SHOP:1', sku: 'SCENARIO-LONG' }).expect(200)
    // 13.5 seconds of the scenario are 1.4 ms here: the first or a later lookup comes after them.
    const settled = { data: { order: { status: 'COMPLETED' } } }
    const lessThanThat = { ...PATIENCE, timeout: 20_000 }
    await vi.waitFor(
      async () => expect((await caller.get('/orders/SHOP:1')).body).toEqual(settled),
      lessThanThat,
    )
    await said(/ 200 .* shop\b/)
    expect(output.stdout).toContain("-H 'X-Key: ")
    expect(output.stdout).not.toContain('of_the_shop')
  })

  test('has a token for its admin API when others can reach it, and prints it once', async (context) => {
    const { output, url } = await startMockHere(context, ['--host', '0.0.0.0'])
    const [, token = ''] = /^admin-token (\S+)\nready /m.exec(output.stdout) ?? []
    await supertest(url).get('/__mock/journal').expect(401)
    await supertest(url).get('/__mock/journal').set('Mock-Admin-Token', token).expect(200)
    expect(output.stdout.split(token)).toHaveLength(2)
  })

  test('takes the token of its environment, and does not print it', async (context) => {
    const MOCK_ADMIN_TOKEN = 'one-for-all-our-mocks'
    const { output, url } = await startMockHere(context, ['--host', '0.0.0.0'], { env: { MOCK_ADMIN_TOKEN } })
    await supertest(url).get('/__mock/journal').expect(401)
    await supertest(url).get('/__mock/journal').set('Mock-Admin-Token', MOCK_ADMIN_TOKEN).expect(200)
    expect(output.stdout + output.stderr).not.toContain(MOCK_ADMIN_TOKEN)
  })
})

const folder = temporaryFolder({ onTestFinished: afterAll })

describe('mock --store sqlite:FILE', () => {
  test('continues where it was stopped, with its orders and balances and a new journal', async (context) => {
    const store = `sqlite:${join(folder, 'again.sqlite')}`
    const first = await startMockHere(context, ['--store', store])
    await callerOf(first.url, 'pk_test_me').buy('SHOP:1', 'SCENARIO-AT-ONCE')
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0 })
    const second = await startMockHere(context, ['--store', store])
    const again = callerOf(second.url, 'pk_test_me')
    expect(await again.json('/orders/SHOP%3A1')).toEqual({ data: { order: { status: 'COMPLETED' } } })
    expect(JSON.stringify(await again.json('/balance'))).toContain('4975.00')
    expect(await again.json('/__mock/journal?operation=createOrder')).toEqual({
      exchanges: [],
      dropped: null,
    })
    expect(readFileSync(join(folder, 'again.sqlite')).toString('latin1')).not.toContain('pk_test_me')
  })
})

test('mock --tls-cert serves https by that certificate, and its JSON log names a client that does not trust it', async (context) => {
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name)) as [string, string]
  writeFileSync(cert, CERTIFICATE.cert)
  writeFileSync(key, CERTIFICATE.key)
  const { url, said } = await startMockHere(context, ['--tls-cert', cert, '--tls-key', key, '--log', 'json'])
  const ping = supertest(url).get('/ping').ca(CERTIFICATE.cert)
  await ping.auth('pk_test_me', { type: 'bearer' }).expect(200)
  connectSafely({ port: Number(new URL(url).port), host: '127.0.0.1' }).on('error', () => {})
  await said(/"level":"warn".*"event":"not-http","kind":"no-request"/)
})

test('garbage and TLS at a port of http leave a line in the log of the mock', async (context) => {
  const { url, said } = await startMockHere(context)
  const port = Number(new URL(url).port)
  connect(port, '127.0.0.1')
    .on('error', () => {})
    .end('garbage\r\n\r\n')
  await said(/not HTTP {2}This is not a request that HTTP\/1\.1 allows/)
  connectSafely({ port, host: '127.0.0.1' }).on('error', () => {})
  await said(/not HTTP {2}TLS was sent to this port/)
})
