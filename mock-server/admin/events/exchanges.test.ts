import { expect, test } from 'vitest'
import { systemClock } from '../../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { Journal } from '../../journal/journal.ts'
import { redactionOf } from '../../journal/redact-request.ts'
import { OwnExchanges } from './exchanges.ts'

const REDACTION = redactionOf(DEFAULT_PROFILE.auth)

function journalWithPage() {
  const journal = new Journal(systemClock)
  /** Of five keys in turn: each may have 2,000. */
  const arrive = (count: number) => {
    for (let call = 0; call < count; call += 1) {
      const entry = journal.arrive({ method: 'GET', target: '/ping', rawHeaders: [] }, REDACTION)
      entry.identify(`guest-${call % 5}`)
      entry.deliver('delivered')
    }
  }
  return {
    journal,
    arrive,
    pageAt: (now: () => number, seq = -1) => new OwnExchanges(journal, seq, now),
    page: new OwnExchanges(journal, -1, () => 0),
  }
}

test('what fell out of the journal before the page was ready is not said to be there', () => {
  const { journal, arrive, page } = journalWithPage()
  arrive(3)
  expect(page.next()).toMatchObject({ skipped: 0, exchanges: Array(3).fill(expect.any(String)) })
  arrive(10_500)
  let known = 0
  while (page.seq < journal.latest) {
    const { exchanges, skipped } = page.next()
    known += exchanges.length + skipped
  }
  expect([known, journal.dropped()?.count]).toEqual([10_000, 503])
})

test('a call that is under way when its partner is reset is not sent again at its end', () => {
  const { journal, page } = journalWithPage()
  const head = { method: 'GET', target: '/ping', rawHeaders: [] }
  const calls = ['reset', 'other'].map((partner) => {
    const call = journal.arrive(head, REDACTION)
    call.identify(partner)
    return call
  })
  expect(page.next().exchanges).toHaveLength(2)
  journal.forget('reset')
  for (const call of calls) call.deliver('delivered')
  expect(page.next().exchanges.map((text) => JSON.parse(text).partner)).toEqual(['other'])
})

test('while the mock is busy, a page is at most 2,000 exchanges behind; it catches up when the mock is idle', () => {
  const { journal, arrive, page } = journalWithPage()
  page.next()
  arrive(9_000)
  const first = page.next()
  expect([first.skipped, first.exchanges.length]).toEqual([7_000, 20])
  let known = 7_020
  while (page.seq < journal.latest) known += page.next().exchanges.length
  expect(known).toBe(9_000)
})

test('however slow the machine is, an idle mock sends a hundred calls at a time, and a busy one a call', () => {
  let now = 0
  const { arrive, pageAt } = journalWithPage()
  const page = pageAt(() => (now += 1_000))
  arrive(300)
  expect([1, 2, 3, 4].map(() => page.next().exchanges.length)).toEqual([1, 100, 100, 99])
})

test('a busy mock sends few of the calls that arrive, and the rest when it is idle', () => {
  const { arrive, page } = journalWithPage()
  page.next()
  arrive(400)
  expect(page.next().exchanges).toHaveLength(10)
  arrive(30)
  expect(page.next().exchanges).toHaveLength(5)
  arrive(5)
  expect(page.next().exchanges).toHaveLength(420)
})
