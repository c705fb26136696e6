import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { startCli } from '../cli/testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { portOf } from '../contract/testing/listening.fixture.ts'
import { call, clientOf, proxied } from './testing/opened.fixture.ts'
import { plainService } from './testing/services.fixture.ts'

const SKU = 'YEN-500'

/** Opens something, and lets SQLite find no room for more than a few pages in the file that is opened last. */
async function onSmallDisk<Opened>(open: () => Promise<Opened>) {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const opened = await open()
  const database = exec.mock.contexts.at(-1) as DatabaseSync
  exec.mockRestore()
  const fill = (pagesLeft: number) => {
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
    database.exec(`PRAGMA max_page_count = ${pages + pagesLeft}`)
  }
  return { ...opened, fill }
}

async function startedProxy(folder: string, file: string, service: Awaited<ReturnType<typeof plainService>>) {
  const profileFile = join(folder, 'profile.json')
  writeFileSync(profileFile, JSON.stringify(service.profile))
  const args = ['--to', service.url, '--port', '0', '--profile', profileFile, '--store', `sqlite:${file}`]
  const started = startCli(['proxy', ...args, '--quiet', '--max-purchases', '10000'], { key: service.key })
  await expect.poll(() => started.output.stdout).toMatch(/ready /)
  const [, url = ''] = /ready (\S+)/.exec(started.output.stdout) ?? []
  return { ...started, url }
}

test('where the disk is full, nothing more is passed on, the reason is said once, and the report has all that was', async (context) => {
  const service = await plainService()
  context.onTestFinished(service.close)
  const folder = temporaryFolder(context)
  const file = join(folder, 'proxy.db')
  const { url, fill, child, ended, output } = await onSmallDisk(() => startedProxy(folder, file, service))
  const client = clientOf(url, service, 'pk_test_mine')
  expect((await client.buy('SHOP:0', SKU)).status).toBe(201)
  expect((await clientOf(url, service, 'pk_test_other').buy('OTHER:0', SKU)).status).toBe(201)
  fill(12)
  let bought = 2
  let answer = await client.buy('SHOP:1', SKU)
  for (; answer.status === 201; bought += 1) answer = await client.buy(`SHOP:${bought}`, SKU)
  // Refused as a caller is: after it, no client goes on.
  expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('can no longer record') })
  expect(service.ledger).toHaveLength(bought)
  service.asked.clear()
  for (const refused of [client.buy('SHOP:0', SKU), client.get('/ping'), client.lookUp('SHOP:0')])
    expect((await refused).status).toBe(403)
  expect([...service.asked]).toEqual([])
  expect((await client.order('cut')).status).toBe(500)
  expect(await call(url, 'GET', '/__mock/ready')).toMatchObject({
    status: 503,
    body: expect.stringContaining('the disk is full'),
  })
  expect((await call(url, 'GET', '/__mock/')).body).toContain('The recording ends here')

  child.kill('SIGTERM')
  const { code, stdout, stderr } = await ended
  const reason = `Can't keep the store in ${file}: the disk is full. Make room, or use a file elsewhere.`
  expect(code, stderr).toBe(5)
  expect(stderr).toBe(
    `${reason} The recording ends here, and nothing is passed on any more. Stop the proxy to read what it saw, and start it again when that is done.\n`,
  )
  expect(stdout).toMatch(
    /The recording ends here: .* the disk is full\. .* \d+ exchanges are in this report alone\./,
  )
  expect(stdout).toContain(`${bought} of at most 10000 purchases were passed on.`)

  // With room again, it goes on by what was committed.
  const again = await startedProxy(folder, file, service)
  expect(again.output.stdout).toContain(`${bought} of at most 10000 have been passed on`)
  expect((await clientOf(again.url, service, 'pk_test_mine').lookUp('SHOP:0')).status).toBe(200)
  again.child.kill('SIGTERM')
  const later = await again.ended
  expect(later.code).toBe(0)
  // Also of the client that called the first one alone.
  expect(later.stdout.match(/The client with key-/g)).toHaveLength(2)
  expect(output.stderr).not.toContain(' at ')
})

test('of a target that never answers it says after a while what it waits for, and ends in less than half a minute', async (context) => {
  const silent = createServer(() => {})
  const url = `http://127.0.0.1:${await portOf(silent, context)}`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  context.onTestFinished(() => void vi.useRealTimers())
  const { output, ended } = startCli(['proxy', '--to', url, '--port', '0'], { key: 'pk_test_mine' })
  const end: { code?: number } = {}
  void ended.then(({ code }) => Object.assign(end, { code }))
  const said: number[] = []
  for (let second = 0; second < 30 && end.code === undefined; second += 1) {
    // What comes over a socket takes real time.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(1_000)
    if (output.stderr.includes(`Waiting for ${url} to answer`)) said.push(second)
  }
  expect(end.code, output.stderr).toBe(3)
  expect(said[0]).toBeLessThan(4)
  expect(output.stderr).toContain('no whole answer within 15 s')
})

test('where only what was answered cannot be written, nothing throws, and no purchase is passed on', async (context) => {
  const faults: string[] = []
  const options = {
    file: join(temporaryFolder(context), 'proxy.db'),
    onFault: (said: string) => faults.push(said),
  }
  const { client, service, proxy, fill } = await onSmallDisk(() => proxied(context, options))
  fill(0)
  let read = 0
  await expect
    .poll(async () => {
      for (let more = 0; more < 20; more += 1) if ((await client.get('/products')).status === 200) read += 1
      return faults
    })
    .toEqual([expect.stringContaining('the disk is full')])
  expect((await client.buy('SHOP:1', SKU)).status).toBe(403)
  expect(service.ledger).toEqual([])
  // What waits to be written is still judged.
  expect(proxy.journal.exchanges()).toHaveLength(read)
})
