import { describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { openState } from '../sandbox/assemble-mock.ts'
import type { StateOptions } from '../sandbox/mock.ts'
import { mockWithKey } from '../testing/behaviour/sandbox.fixture.ts'
import { type Batch, eventsUntil, exchangesIn, isComplete } from './events.fixture.ts'

function mockWithPage(options: StateOptions = {}) {
  const state = openState({ clock: manualClock(Date.UTC(2026, 0, 1)), ...options })
  const { mock, sandbox } = mockWithKey({ state })
  const open = async (lastId?: string) =>
    mock.app.request('/__mock/events', lastId === undefined ? {} : { headers: { 'Last-Event-ID': lastId } })
  return { state, mock, sandbox, open }
}

describe('the stream of a page', () => {
  test('begins with the start of the journal, and has its exchanges, without any key', async () => {
    const { mock, sandbox, open } = mockWithPage()
    await sandbox.buy('SCENARIO-AT-ONCE')
    await sandbox.get('/nowhere')
    const answer = await open()
    expect(answer.headers.get('Content-Type')).toContain('text/event-stream')
    const [hello, ...events] = await eventsUntil(answer, ({ data }) =>
      JSON.stringify(data).includes('/nowhere'),
    )
    expect(hello).toMatchObject({ event: 'hello', data: { began: Date.UTC(2026, 0, 1) } })
    expect(exchangesIn(events)).toEqual(mock.journal())
    expect(JSON.stringify(events)).not.toContain(sandbox.key)
  })

  test('has an exchange when its request arrives, and again when it is complete', async () => {
    const { sandbox, mock, open } = mockWithPage()
    const answer = await open()
    const buying = sandbox.buy('SCENARIO-STALLED')
    await mock.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
    const isArrived = vi.fn(() => void sandbox.advance(90))
    const events = await eventsUntil(answer, (event) => {
      if (event.event === 'exchanges' && isArrived.mock.calls.length === 0) isArrived()
      return isComplete(event)
    })
    expect((await buying).status).toBe(200)
    const outcomes = exchangesIn(events).map(({ seq, delivery }) => [seq, delivery?.outcome])
    expect(outcomes).toEqual([
      [0, undefined],
      [0, 'delivered'],
    ])
  })

  test('continues after the last event that the page received', async () => {
    const { sandbox, open } = mockWithPage()
    await sandbox.get('/ping')
    const [, first] = await eventsUntil(await open(), isComplete)
    await sandbox.get('/balance')
    const events = await eventsUntil(await open(first?.id), isComplete)
    expect(exchangesIn(events).map(({ operation }) => operation)).toEqual(['getBalance'])
  })

  test('begins at the start if the mock was restarted', async () => {
    const { sandbox, open } = mockWithPage()
    await sandbox.get('/ping')
    const [, first] = await eventsUntil(await open(), isComplete)
    const later = mockWithPage({ clock: manualClock(Date.UTC(2026, 0, 2)) })
    await later.sandbox.get('/balance')
    const [hello, ...events] = await eventsUntil(await later.open(first?.id), isComplete)
    expect(hello?.data).toEqual({ began: Date.UTC(2026, 0, 2) })
    expect(exchangesIn(events).map(({ operation }) => operation)).toEqual(['getBalance'])
  })

  test.each(['', 'x', '0.0', `${Date.UTC(2026, 0, 1)}.99`])(
    'begins at the start after an unknown event: %j',
    async (id) => {
      const { sandbox, open } = mockWithPage()
      await sandbox.get('/ping')
      expect(exchangesIn(await eventsUntil(await open(id), isComplete))).toHaveLength(1)
    },
  )

  test('reports which partner was reset', async () => {
    const { mock, sandbox, open } = mockWithPage()
    await sandbox.get('/ping')
    const answer = await open()
    const events = await eventsUntil(answer, (event) => {
      if (isComplete(event)) void mock.reset(sandbox.key)
      return event.event === 'forgotten'
    })
    expect(events.at(-1)?.data).toEqual({ partner: mock.partnerOf(sandbox.key), beforeSeq: 1 })
  })

  test('ends when its page leaves, and pages above the limit are refused', async () => {
    const { state, open } = mockWithPage()
    const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect((await open()).status).toBe(503)
    expect(state.pages.size).toBe(20)
    await Promise.all(streams.map((stream) => stream.body?.cancel()))
    await vi.waitFor(() => expect(state.pages.size).toBe(0), { timeout: 30_000 })
  })
})

test('a page that does not read gets the latest exchanges only, and does not delay the mock', async () => {
  const { sandbox, open } = mockWithPage()
  const answer = await open()
  for (let call = 0; call < 2_400; call += 1) await sandbox.get('/ping')
  const missing = ['2399', 'dropped']
  const events = await eventsUntil(answer, ({ event, data }) => {
    const isLatest = event === 'exchanges' && (data as Batch).exchanges.some(({ seq }) => seq === 2_399)
    const seen = missing.indexOf(isLatest ? '2399' : event)
    if (seen >= 0) missing.splice(seen, 1)
    return missing.length === 0
  })
  const dropped = { count: 400, from: expect.any(String), to: expect.any(String) }
  expect(events.find(({ event }) => event === 'dropped')?.data).toEqual(dropped)
  expect(exchangesIn(events).length).toBeLessThanOrEqual(2_020)
})
