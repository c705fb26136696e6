import { expect, test } from 'vitest'
import { systemClock } from '../../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { Journal } from '../../journal/journal.ts'
import { redactionOf } from '../../journal/redact-request.ts'
import { PageExchanges } from './exchanges.ts'

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
  return { journal, arrive, page: new PageExchanges(journal, -1) }
}

test('a page gets what arrives, in parts, and what it is too far behind for is counted', () => {
  const { journal, arrive, page } = journalWithPage()
  arrive(3)
  expect(page.next()).toEqual({ skipped: 0, exchanges: Array(3).fill(expect.any(String)) })
  expect(page.next()).toEqual({ skipped: 0, exchanges: [] })
  arrive(9_000)
  const first = page.next()
  expect([first.skipped, first.exchanges.length]).toEqual([7_000, 200])
  let known = 7_200
  while (page.seq < journal.latest) {
    const { exchanges, skipped } = page.next()
    known += exchanges.length + skipped
  }
  expect(known).toBe(9_000)
})

test('what fell out of the journal before the page was ready is not said to be there', () => {
  const { journal, arrive, page } = journalWithPage()
  arrive(10_500)
  expect([page.next().skipped, journal.dropped()?.count]).toEqual([8_000, 500])
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
