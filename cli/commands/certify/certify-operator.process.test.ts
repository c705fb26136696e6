import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join, relative } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { CERTIFICATE } from '../../../mock-server/tls/certificate.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli, startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

/** An operator that listens to a client, by a certificate of its own. */
async function operator(context: TestContext) {
  const folder = temporaryFolder(context)
  const { key, cert } = CERTIFICATE
  for (const [name, text] of Object.entries({ 'key.pem': key, 'cert.pem': cert }))
    writeFileSync(join(folder, name), text)
  const tls = ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')]
  const by = ['--challenge', '4711', '--report', folder]
  const args = ['certify', '--listen', '--port', '0', '--only', 'AT-ONCE', ...tls, ...by]
  const { child, output, ended } = startCli(args)
  while (!output.stdout.includes('Ctrl-C')) await once(child.stdout, 'data')
  const [, url = '', apiKey = ''] = /Base address +(\S+)\s+Key +(\S+)/.exec(output.stdout) ?? []
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const sent = request(`${url}${path}`, { method, headers, ca: cert })
    sent.end(body && JSON.stringify(body))
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }
  return { folder, call, child, output, ended, secret: apiKey.slice(8) }
}

test('an operator listens to a client over https, by a certificate of its own, for its challenge', async (context) => {
  const { folder, call, child, output, ended, secret } = await operator(context)
  expect(output.stdout).toContain(`TLS        https, by ${join(folder, 'cert.pem')}`)
  expect(await call('GET', '/ping')).toBe(200)
  expect(await call('POST', '/orders', { partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' })).toBe(200)
  child.stdin.write('\n')
  await ended
  const report = reportIn(folder)
  expect(report).toMatchObject({ challenge: '4711' })
  const page = readFileSync(join(folder, 'report.html'), 'utf8')
  expect(page).toContain('--challenge &quot;4711&quot; --max-age 7d')
  expect(page + readFileSync(join(folder, 'journal.jsonl'), 'utf8')).not.toContain(secret)
})

test('a certificate names the commit of the repository that holds the client, wherever the kit is started', async (context) => {
  const cwd = temporaryFolder(context)
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
  writeFileSync(join(cwd, 'client.mjs'), '')
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '-m', 'x')
  const elsewhere = temporaryFolder(context)
  const client = join(cwd, 'client.mjs')
  const args = ['certify', '--only', 'AT-ONCE', '--challenge', '7', '--report', 'report']
  const run = () => runCli([...args, '--', process.execPath, client], { cwd: elsewhere })
  const report = join(elsewhere, 'report')
  expect(await run()).toMatchObject({ code: 4, stderr: '' })
  const { subject, challenge } = reportIn(report)
  const digest = `sha256-${createHash('sha256').update('').digest('hex')}`
  const files = [{ path: relative(elsewhere, client), digest }]
  expect({ subject, challenge }).toMatchObject({
    subject: { commit: git('rev-parse', 'HEAD'), dirty: false, files: expect.arrayContaining(files) },
    challenge: '7',
  })
  writeFileSync(join(cwd, 'client.mjs'), '// changed')
  await run()
  const changed = reportIn(report).subject
  expect(changed).toMatchObject({ commit: subject?.commit, dirty: true })
  expect(changed?.tracked).not.toBe(subject?.tracked)
})

test('a command that names a pipe or a device is not read for its digest', async (context) => {
  const folder = temporaryFolder(context)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const named = [join(folder, 'pipe'), '/dev/zero']
  const args = ['certify', '--only', 'AT-ONCE', '--report', folder, '--', 'node', '--eval', '0', ...named]
  expect(await runCli(args)).toMatchObject({ code: 4, stderr: '' })
  expect(reportIn(folder).subject?.files).toEqual([])
})
