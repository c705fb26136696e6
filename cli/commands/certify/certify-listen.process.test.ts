import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { buy, filesIn, startCertify } from './certify-run.fixture.ts'

/** A certification that listens, once it has said what to buy. */
async function startListening(args: readonly string[]) {
  const started = startCertify(['certify', '--listen', '--port', '0', ...args], startCli)
  while (!started.output.stdout.includes('Ctrl-C')) await once(started.child.stdout, 'data')
  const { stdout } = started.output
  const [, url = '', key = ''] = /Base address +(\S+)\s+Key +(\S+)/.exec(stdout) ?? []
  const list = [...stdout.matchAll(/^ {2}(\d) × (\S+)/gm)].map(([, purchases, sku = '']) => ({
    sku,
    purchases: Number(purchases),
  }))
  return { ...started, url, key, list }
}

describe.concurrent('certify --listen', () => {
  test('says what to buy, the card that ends the key last, and concludes when it is bought and quiet', async (context) => {
    const folder = temporaryFolder(context)
    const only = ['SCENARIO-KEY-REVOKED', 'SCENARIO-AT-ONCE', 'SCENARIO-TWO-CARDS', 'SCENARIO-LOST-BEFORE']
    const { list, url, key, ended } = await startListening(['--only', ...only, '--report', folder])
    expect(list.map(({ sku }) => sku).sort()).toEqual(only.toSorted())
    expect(list.at(-1)).toEqual({ sku: 'SCENARIO-KEY-REVOKED', purchases: 1 })
    expect(list.find(({ sku }) => sku === 'SCENARIO-TWO-CARDS')?.purchases).toBe(2)
    for (const task of list) await buy({ url, key, ...task })
    const { code, stdout } = await ended
    expect(code).toBe(0)
    expect(stdout).toContain('✓ SCENARIO-TWO-CARDS ended')
    const files = filesIn(folder)
    const report = reportIn(folder)
    expect(report.scenarios?.map(({ sku, outcome, exit }) => ({ sku, outcome, exit }))).toEqual(
      ['SCENARIO-AT-ONCE', 'SCENARIO-TWO-CARDS', 'SCENARIO-LOST-BEFORE', 'SCENARIO-KEY-REVOKED'].map(
        (sku) => ({ sku, outcome: 'kept', exit: null }),
      ),
    )
    for (const text of Object.values(files)) expect(text).not.toContain(key.slice('pk_test_'.length))
  })

  test('that listens on every address says how other machines call it', async () => {
    const { child, ended, output } = await startListening(['--host', '0.0.0.0', '--only', 'AT-ONCE'])
    expect(output.stdout).toMatch(/^ {2}Elsewhere {5}http:\/\/HOST:\d+, where HOST is this machine's name/m)
    child.stdin.write('\n')
    await ended
  })

  test('says what is still to buy, and at once that the card that ends the key was bought too early', async () => {
    const only = ['--only', 'SCENARIO-KEY-REVOKED', 'SCENARIO-AT-ONCE', 'SCENARIO-TWO-CARDS']
    const { url, key, child, ended, output } = await startListening(only)
    expect(output.stdout).toMatch(
      /when all of these have ended, because it ends the key:\n {2}1 × SCENARIO-KEY-REVOKED/,
    )
    await buy({ url, key, sku: 'SCENARIO-AT-ONCE' })
    while (!output.stdout.includes('Still to buy')) await once(child.stdout, 'data')
    expect(output.stdout).toContain('Still to buy: SCENARIO-TWO-CARDS, SCENARIO-KEY-REVOKED.')
    const revoked = { partnerReference: 'SHOP:early', sku: 'SCENARIO-KEY-REVOKED' }
    await supertest(url).post('/orders').set('Authorization', `Bearer ${key}`).send(revoked)
    while (!output.stdout.includes('too early')) await once(child.stdout, 'data')
    child.stdin.write('\n')
    expect((await ended).stdout.replaceAll(/\s+/g, ' ')).toContain(
      "SCENARIO-TWO-CARDS can't be completed any more. Press Ctrl-C, start this command again",
    )
  })

  test('tells a program what to buy, takes the key that it names, and ends by itself', async (context) => {
    const folder = temporaryFolder(context)
    const key = 'pk_test_of_my_service'
    const file = join(folder, 'list.json')
    const only = ['--only', 'SCENARIO-AT-ONCE', 'SCENARIO-TWO-CARDS']
    const args = ['--key', key, '--shopping-list', file, '--json', '--report', join(folder, 'report')]
    const started = startCertify(['certify', '--listen', '--port', '0', ...args, ...only], startCli)
    while (!existsSync(file)) await once(started.child.stderr, 'data')
    const list = JSON.parse(readFileSync(file, 'utf8'))
    expect(list).toMatchObject({
      schema: 'partner-purchase/shopping-list@1',
      key: null,
      purchases: [
        { sku: 'SCENARIO-AT-ONCE', purchases: 1 },
        { sku: 'SCENARIO-TWO-CARDS', purchases: 2 },
      ],
    })
    for (const purchase of list.purchases) await buy({ url: list.baseUrl, key, ...purchase })
    const { code, stdout, stderr } = await started.ended
    expect([code, JSON.parse(stdout).scenarios.length]).toEqual([0, 2])
    const texts = [stdout, stderr, ...Object.values(filesIn(join(folder, 'report'))), JSON.stringify(list)]
    for (const text of texts) expect(text).not.toContain('of_my_service')
  })

  test('lists for all scenarios cards whose names say nothing of what happens, and the one that ends the key last', async (context) => {
    const folder = temporaryFolder(context)
    const file = join(folder, 'list.json')
    // An earlier run wrote it.
    writeFileSync(file, '{"schema": "partner-purchase/shopping-list@1"}')
    const args = ['--shopping-list', file, '--report', join(folder, 'report')]
    const { list, url, key, child, ended } = await startListening(args)
    expect(list).toHaveLength(SCENARIOS.length)
    const text = readFileSync(file, 'utf8')
    expect(text).not.toMatch(/story|scenario/i)
    expect(JSON.parse(text).purchases).toEqual(list)
    for (const task of list.slice(0, 1)) await buy({ url, key, ...task })
    child.stdin.write('\n')
    const { stdout } = await ended
    const shown = stdout.slice(0, stdout.indexOf('Ctrl-C')).replaceAll(/\s+/g, ' ')
    expect(shown).toContain(
      'Have your service buy, each card under a reference of its own, and the last one last:',
    )
    expect(shown).not.toMatch(/SCENARIO|ends the key|PROCESSING/)
    const { scenarios } = reportIn(join(folder, 'report'))
    expect(scenarios?.find(({ card }) => card === list[0]?.sku)?.sku).toMatch(/^SCENARIO-/)
  })

  test('ends when its time is up, and when it is interrupted', async () => {
    const [late, interrupted] = await Promise.all([
      startListening(['--timeout', '1']),
      startListening(['--timeout', '60']),
    ])
    interrupted.child.kill('SIGINT')
    expect(await late.ended).toMatchObject({ code: 4 })
    expect(await interrupted.ended).toMatchObject({ code: 130 })
  })
})
