import { describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import type { JournalBounds } from '../../contract/wire/dropped.ts'
import { Journal } from './journal.ts'
import { redactionOf } from './redact-request.ts'

const AMPLE: JournalBounds = { perKey: 100, bytesPerKey: 100_000, bytes: 100_000 }

const HEAD = { method: 'GET', target: '/ping', headers: {} }
const REDACTION = redactionOf({ header: 'Authorization', format: 'Bearer {key}' })

function arrive(journal: Journal, target: string, rawHeaders: readonly string[] = []) {
  const recording = journal.arrive({ method: 'GET', target, rawHeaders }, REDACTION)
  recording.identify('ordinary')
  return recording
}

function targetsIn(journal: Journal): string[] {
  return journal.entries().map(({ request }) => request.target)
}

function answerOf(bytes: number) {
  return { status: 200, headers: {}, body: 'x'.repeat(bytes) }
}

describe('a journal', () => {
  test('has a request from its arrival on, and adds what becomes known of it', () => {
    const clock = manualClock(Date.UTC(2026, 0, 1))
    const journal = new Journal(clock, AMPLE)
    clock.advance(250)
    const recording = journal.arrive({ method: 'GET', target: '/ping', rawHeaders: [] }, REDACTION)
    const known = { seq: 0, at: '2026-01-01T00:00:00.250Z', arrivedMs: 250, order: null, nearMiss: null }
    const unknown = { partner: null, operation: null, response: null, delivery: null, fault: null }
    const arrived = { ...known, ...unknown }
    expect(journal.entries()).toEqual([{ ...arrived, request: { ...HEAD, body: null } }])

    clock.advance(50)
    recording.identify('ordinary')
    recording.operation('ping')
    recording.body('{}')
    recording.fault({ at: 'after-recording', does: 'stall' })
    recording.answer({ status: 200, headers: {}, body: 'pong' })
    clock.advance(700)
    recording.deliver('delivered')
    recording.deliver('lost')
    const response = { status: 200, headers: {}, body: 'pong', answeredMs: 300 }
    expect(journal.entries()).toEqual([
      {
        ...known,
        partner: 'ordinary',
        operation: 'ping',
        request: { ...HEAD, body: '{}' },
        response,
        delivery: { outcome: 'delivered', atMs: 1000 },
        fault: { at: 'after-recording', does: 'stall' },
      },
    ])
  })
})

test('headers that the request before had are kept once, and others are never taken for them', () => {
  const journal = new Journal(manualClock(), AMPLE)
  const sent = [['accept', '*/*'], ['accept', '*/*'], ['accept', 'text/html'], ['via', '*/*'], []]
  for (const rawHeaders of sent) arrive(journal, '/', rawHeaders)
  const recorded = journal.entries().map(({ request }) => Object.entries(request.headers).flat())
  expect(recorded).toEqual(sent)
})

test('a journal of one quiet key and a busy one keeps, finds and forgets the right ones, however many came', () => {
  const journal = new Journal(manualClock(), { ...AMPLE, perKey: 10 })
  const quiet = journal.arrive({ method: 'GET', target: '/quiet', rawHeaders: [] }, REDACTION)
  quiet.identify('quiet')
  for (let nth = 1; nth <= 5_000; nth += 1) {
    arrive(journal, `/${nth}`)
    if (nth % 500 > 0) continue
    const latest = Array.from({ length: 10 }, (_, index) => `/${nth - 9 + index}`)
    expect(targetsIn(journal)).toEqual(['/quiet', ...latest])
    expect(journal.after(nth - 4, 2).map(({ seq }) => seq)).toEqual([nth - 3, nth - 2])
  }
  journal.forget('ordinary')
  expect(targetsIn(journal)).toEqual(['/quiet'])
})

describe('above the bounds of a key, its journal drops the oldest', () => {
  // How many entries and bytes a key keeps is in ../store/conformance.
  test.each([
    ['an answer', (journal: Journal) => arrive(journal, '/2').answer(answerOf(9_000))],
    ['a target', (journal: Journal) => arrive(journal, `/${'x'.repeat(9_000)}`)],
    ['a body', (journal: Journal) => arrive(journal, '/2').body('x'.repeat(9_000))],
    ['a header', (journal: Journal) => arrive(journal, '/2', ['large', 'x'.repeat(9_000)])],
    [
      'a reference',
      (journal: Journal) =>
        arrive(journal, '/2').order({ partnerReference: 'x'.repeat(9_000), sku: '', effect: 'none' }),
    ],
  ])('when %s is too large for all', (_, grow) => {
    const journal = new Journal(manualClock(), { ...AMPLE, bytesPerKey: 10_000 })
    arrive(journal, '/1').answer(answerOf(1_000))
    grow(journal)
    expect(journal.entries().map(({ seq }) => seq)).toEqual([1])
  })

  test('and no longer counts what was dropped', () => {
    const journal = new Journal(manualClock(), { ...AMPLE, bytesPerKey: 10_000 })
    const gone = arrive(journal, `/${'x'.repeat(1_000)}`)
    arrive(journal, '/2').answer(answerOf(8_500))
    expect(targetsIn(journal)).toEqual(['/2'])
    gone.answer(answerOf(9_000))
    arrive(journal, '/3')
    expect(targetsIn(journal)).toEqual(['/2', '/3'])
  })

  test('but never the latest, of any size', () => {
    const journal = new Journal(manualClock(), { perKey: 1, bytesPerKey: 1_000, bytes: 1_000 })
    arrive(journal, '/1').answer(answerOf(9_000))
    expect(targetsIn(journal)).toEqual(['/1'])
  })
})

test('an error of a listener is reported, and affects neither the exchange nor the other listeners', () => {
  const thrown: (() => void)[] = []
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void thrown.push(task))
  const journal = new Journal(manualClock(), AMPLE)
  const heard: number[] = []
  journal.listen(() => {
    throw new Error('my fault')
  })
  journal.listen(({ seq }) => heard.push(seq))
  arrive(journal, '/ping').answer(answerOf(1))
  vi.restoreAllMocks()
  expect(heard).toEqual([0])
  expect(thrown).toHaveLength(1)
  expect(thrown[0]).toThrow('my fault')
})
