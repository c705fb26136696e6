import type { MockContext } from '../http/env.ts'
import type { JournalFilter } from '../journal/filter.ts'
import { controlOf } from '../sandbox/control.ts'
import { FILTER_USAGE, journalFilters, journalWait, WAIT_USAGE } from './journal-questions.ts'
import { keyInHeader } from './sandbox-asked.ts'
import { type JournalForm, sendJournal } from './send-journal.ts'

/** `GET /__mock/journal`: what arrived, oldest first; of one key if it is sent as in the API. */
export async function readJournal(c: MockContext): Promise<Response> {
  return sendAll(c, 'application/json', { begins: '{"exchanges":[', between: ',', ends: ']}' })
}

/** `GET /__mock/journal.jsonl`: the same, one exchange per line. */
export async function exportJournal(c: MockContext): Promise<Response> {
  return sendAll(c, 'application/jsonl', { begins: '', between: '\n', ends: '\n' })
}

const BUSY =
  'This mock is writing as many journals as it does at a time. Read one of them to its end, or try later.'

async function sendAll(c: MockContext, type: string, form: JournalForm): Promise<Response> {
  const asked = journalFilters.safeParse(c.req.query())
  if (!asked.success) return c.json({ error: FILTER_USAGE }, 400)
  const body = await sendJournal(c.get('mock'), ofCaller(c, asked.data), form)
  return body === undefined
    ? c.json({ error: BUSY }, 503, { 'Retry-After': '5' })
    : c.body(body, 200, { 'Content-Type': type })
}

/** `GET /__mock/journal/wait`: answers when enough exchanges are there, or with 408 when the time is up. */
export async function awaitJournal(c: MockContext): Promise<Response> {
  const asked = journalWait.safeParse(c.req.query())
  if (!asked.success) return c.json({ error: WAIT_USAGE }, 400)
  const { count, timeoutSeconds, ...filter } = asked.data
  const { isThere, exchanges } = await controlOf(c.get('mock')).waitFor(ofCaller(c, filter), {
    count,
    timeoutMs: timeoutSeconds * 1000,
    signal: c.req.raw.signal,
  })
  if (isThere) return c.json({ exchanges })
  const error = `Of ${count} exchanges that were waited for, ${exchanges.length} came within ${timeoutSeconds} s.`
  return c.json({ error, exchanges }, 408)
}

/** A key is sent in a header, never in a URL. A caller that sends one gets only its own journal. */
function ofCaller(c: MockContext, filter: JournalFilter): JournalFilter {
  const key = keyInHeader(c)
  if (key === undefined) return filter
  return { ...filter, partner: controlOf(c.get('mock')).partnerOf(key) ?? '(no partner)' }
}
