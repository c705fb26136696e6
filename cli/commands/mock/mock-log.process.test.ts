import { describe, expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { callerOf, startMockHere } from '../../mock/mock-process.fixture.ts'

const KEY = 'pk_test_Zecret_of_the_log'

/** A purchase, the same again, one whose answer is lost, a misspelled path, and a call without a key. */
async function exchangesWith(url: string): Promise<void> {
  const caller = callerOf(url, KEY)
  await caller.buy('SHOP:1', 'SCENARIO-PROCESSING')
  await caller.buy('SHOP:1', 'SCENARIO-PROCESSING')
  await caller.buy('SHOP:2', 'SCENARIO-LOST-AFTER').catch(() => {})
  await caller.get('/order/SHOP%3A1')
  await fetch(`${url}/ping?key=${KEY}`)
}

describe.concurrent('the log of a mock', () => {
  test('has one line for each exchange, for people, without any key', async (context) => {
    const { output, said, url } = await startMockHere(context)
    await exchangesWith(url)
    await said(/GET {2}\/ping/)
    const [, log = ''] = output.stdout.split(`ready ${url}\n`)
    // On a busy machine, the line that notices a reader's end may come before the first exchange.
    const lines = log.trim().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(
        / 200 {3}POST \/orders .* ms {2}guest-1 .*SHOP:1 SCENARIO-PROCESSING recorded, PROCESSING$/,
      ),
      expect.stringMatching(/ 200 {3}POST \/orders .*SHOP:1 SCENARIO-PROCESSING replayed, PROCESSING$/),
      expect.stringMatching(
        / lost {2}POST \/orders .*SHOP:2 .*recorded, .*; its 200 did not arrive; connection reset after the order was recorded$/,
      ),
      expect.stringMatching(/ 404 {3}GET {2}\/order\/SHOP%3A1 .*unknown-operation; meant for lookupOrder\? /),
      expect.stringMatching(/ 401 {3}GET {2}\/ping\?key=\[key\] /),
    ])
    for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}/)
    expect(output.stdout + output.stderr).not.toContain('Zecret')
  })

  test('has no blank line between its exchanges, and one after the first lines as long as there are none', async (context) => {
    const clock = manualClock()
    const [busy, idle] = await Promise.all([
      startMockHere(context, [], { clock }),
      startMockHere(context, [], { clock }),
    ])
    await callerOf(busy.url, KEY).get('/ping')
    clock.advance(2_000)
    busy.child.kill('SIGTERM')
    const { stdout } = await busy.ended
    const [, log = ''] = stdout.split(`ready ${busy.url}\n`)
    expect(log).toContain('/ping')
    expect(log).not.toMatch(/^\n/m)
    await idle.said(/^ready \S+\n\n$/m)
  })

  test('is one JSON object for each exchange and each event, for programs, without any key', async (context) => {
    const { child, ended, url } = await startMockHere(context, ['--log', 'json'])
    await exchangesWith(url)
    child.kill('SIGTERM')
    const { stdout, stderr } = await ended
    const entries = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const event = (name: string) =>
      expect.objectContaining({ level: 'info', time: expect.any(String), event: name })
    expect(entries[0]).toEqual({ level: 'info', time: expect.any(String), event: 'ready', url })
    expect(entries.slice(1)).toEqual([...Array(5).fill(event('exchange')), event('stopping')])
    expect(entries[3]).toMatchObject({
      delivery: 'lost',
      partner: 'guest-1',
      order: { partnerReference: 'SHOP:2', effect: 'recorded', status: 'PROCESSING' },
      fault: { at: 'after-recording', does: 'reset' },
    })
    expect(entries[4]).toMatchObject({ refusal: 'unknown-operation', nearMiss: { operation: 'lookupOrder' } })
    expect(stdout + stderr).not.toContain('Zecret')
  })
})
