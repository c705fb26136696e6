import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { runCli, startCli, temporaryFolder } from './run-cli.fixture.ts'

/** A mock started from the command line, once it has said where it listens. */
async function startMock(args: readonly string[] = []) {
  const started = startCli(['mock', '--port', '0', ...args])
  while (!started.output.stdout.includes('Ctrl-C')) {
    const ended = await Promise.race([
      started.ended,
      new Promise((resolve) => started.child.stdout.once('data', resolve)),
    ])
    if (started.child.exitCode !== null) throw new Error(`The mock ended: ${JSON.stringify(ended)}`)
  }
  const [, url = ''] = /Base address\s+(\S+)/.exec(started.output.stdout) ?? []
  return { ...started, url }
}

describe.concurrent('mock', () => {
  test('says where it listens, which key to use, what each SKU does, and ends on SIGTERM', async () => {
    const { child, ended, output, url } = await startMock()
    expect(output.stdout).toContain('pk_test_me')
    for (const { sku, story } of SCENARIOS) expect(output.stdout).toMatch(new RegExp(`${sku}.*${story}`))
    const response = await fetch(`${url}/ping`, { headers: { Authorization: 'Bearer pk_test_me' } })
    expect(await response.json()).toEqual({ data: { status: 'ok', mode: 'TEST' } })
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('prints a curl line that buys', async () => {
    const { child, ended, output } = await startMock()
    const [, url = '', header = '', body = ''] =
      /curl -s (\S+) -H '([^']+)' -H 'Content-Type: application\/json' -d '([^']+)'/.exec(output.stdout) ?? []
    const [name = '', value = ''] = header.split(': ')
    const headers = { [name]: value, 'Content-Type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body })
    expect(await response.json()).toEqual({
      data: { order: { order: { status: 'PROCESSING', pollAfterSeconds: 1 } } },
    })
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0 })
  })

  test('says so when its port is taken, and exits with 2', async () => {
    const { child, url } = await startMock()
    const { port } = new URL(url)
    const { code, stderr } = await runCli(['mock', '--port', port])
    child.kill('SIGTERM')
    expect(code).toBe(2)
    expect(stderr).toBe(
      `Can't listen on 127.0.0.1:${port}: the port is taken. Stop what listens there, choose another --port, or 0 for any free one.\n`,
    )
  })

  test('follows the profile of the folder that it is started in', async ({ onTestFinished }) => {
    const folder = temporaryFolder({ onTestFinished })
    const file = join(folder, 'mine.json')
    writeFileSync(file, '{"auth": {"header": "X-Key", "format": "{key}"}}')
    const { child, output, url } = await startMock(['--profile', file])
    expect(output.stdout).toContain("-H 'X-Key: pk_test_me'")
    const response = await fetch(`${url}/ping`, { headers: { 'X-Key': 'pk_test_me' } })
    expect(response.status).toBe(200)
    child.kill('SIGTERM')
  })

  test('serves the cards that fixtures made', async ({ onTestFinished }) => {
    const file = join(temporaryFolder({ onTestFinished }), 'cards.json')
    const made = await runCli(['fixtures', '--products', '500', '--seed', '7', '--out', file])
    expect(made).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const { child, url } = await startMock(['--catalogue', file])
    const response = await fetch(`${url}/products`, { headers: { Authorization: 'Bearer pk_test_me' } })
    const { data } = (await response.json()) as { data: { products: unknown[] } }
    expect(data.products).toHaveLength(500 + SCENARIOS.length)
    child.kill('SIGTERM')
  })

  test.for([
    ['a port that is none', ['--port', 'x'], 'It must be a whole number from 0 to 65535'],
    [
      'a catalogue that is not there',
      ['--catalogue', 'no.json'],
      '--catalogue no.json: there is no such file',
    ],
    ['a catalogue that is none', ['--catalogue', 'package.json'], '--catalogue package.json: '],
    ['an option that is none', ['--colour'], "unknown option '--colour'"],
  ] as const)('refuses %s, and exits with 2', async ([, args, message]) => {
    const { code, stderr, stdout } = await runCli(['mock', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})
