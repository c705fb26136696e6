import * as z from 'zod/mini'
import { droppedWords } from '../../contract/wire/dropped.ts'
import { DELIVERY_OUTCOMES, ORDER_EFFECTS } from '../../contract/wire/exchange-values.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import type { JournalFilter } from '../journal/filter.ts'
import { controlOf } from '../sandbox/control.ts'
import type { MockContext } from '../sandbox/mock.ts'
import { keyInHeader } from './asked.ts'

const numberOf = (form: RegExp, fits: z.ZodMiniType<number, number>) =>
  z.pipe(z.pipe(z.string().check(z.regex(form)), z.transform(Number)), fits)

const whole = (least: number, most: number) =>
  numberOf(/^\d{1,16}$/, z.int().check(z.minimum(least), z.maximum(most)))

const LONGEST_WAIT_SECONDS = 600
const waitSeconds = numberOf(/^\d{1,3}(?:\.\d{1,3})?$/, z.number().check(z.maximum(LONGEST_WAIT_SECONDS)))

const FILTERS = {
  partner: z.optional(z.string()),
  operation: z.optional(z.enum(OPERATION_IDS)),
  partnerReference: z.optional(z.string()),
  sku: z.optional(z.string()),
  effect: z.optional(z.enum(ORDER_EFFECTS)),
  delivery: z.optional(z.enum(DELIVERY_OUTCOMES)),
  status: z.optional(whole(100, 599)),
  afterSeq: z.optional(whole(0, Number.MAX_SAFE_INTEGER)),
}
const journalFilters = z.strictObject(FILTERS)
const journalWait = z.strictObject({
  ...FILTERS,
  count: z._default(whole(1, 10_000), 1),
  timeoutSeconds: z._default(waitSeconds, 5),
})

const FILTER_USAGE = `Filters are ${Object.keys(FILTERS).join(', ')}; operation is one of ${OPERATION_IDS.join(', ')}, effect one of ${ORDER_EFFECTS.join(', ')}, delivery one of ${DELIVERY_OUTCOMES.join(', ')}.`
const WAIT_USAGE = `${FILTER_USAGE} Besides: count (1 to 10000) and timeoutSeconds (0 to ${LONGEST_WAIT_SECONDS}).`

/** `GET /__mock/journal`: the exchanges, oldest first; with a key in the auth header, only its own. */
export const readJournal = onJournal(journalFilters, FILTER_USAGE, (c, asked) => {
  return c.json(found(c, ofCaller(c, asked)))
})

/** `GET /__mock/journal.jsonl`: one exchange per line, after a line about those that were dropped, if any were. */
export const exportJournal = onJournal(journalFilters, FILTER_USAGE, (c, asked) => {
  const { exchanges, dropped } = found(c, ofCaller(c, asked))
  const lines = dropped === null ? exchanges : [{ dropped }, ...exchanges]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return c.body(text, 200, { 'Content-Type': 'application/jsonl' })
})

/** `GET /__mock/journal/wait`: answers when enough exchanges are there, or with 408 when the time is up. */
export const awaitJournal = onJournal(journalWait, WAIT_USAGE, async (c, asked) => {
  const { count, timeoutSeconds, ...filter } = asked
  const own = ofCaller(c, filter)
  const { isThere, exchanges } = await controlOf(c.var.mock).waitFor(own, {
    count,
    timeoutMs: timeoutSeconds * 1000,
    signal: c.req.raw.signal,
  })
  const dropped = c.var.mock.journal.dropped(own.partner)
  if (isThere) return c.json({ exchanges, dropped })
  const came = `Of ${count} exchanges that were waited for, ${exchanges.length} came within ${timeoutSeconds} s.`
  const error = dropped === null ? came : `${came} Others may be gone: ${droppedWords(dropped)}`
  return c.json({ error, exchanges, dropped }, 408)
})

/** Handles a query that fits a schema; 400 and `usage` for any other. */
function onJournal<Asked>(
  schema: z.ZodMiniType<Asked>,
  usage: string,
  answer: (c: MockContext, asked: Asked) => Response | Promise<Response>,
) {
  return (c: MockContext): Response | Promise<Response> => {
    const asked = schema.safeParse(c.req.query())
    return asked.success ? answer(c, asked.data) : c.json({ error: usage }, 400)
  }
}

function found(c: MockContext, filter: JournalFilter) {
  const { mock } = c.var
  return { exchanges: controlOf(mock).journal(filter), dropped: mock.journal.dropped(filter.partner) }
}

/** A caller that sends a key, in the auth header and never in a URL, gets only its own exchanges. */
function ofCaller(c: MockContext, filter: JournalFilter): JournalFilter {
  const key = keyInHeader(c)
  if (key === undefined) return filter
  return { ...filter, partner: controlOf(c.var.mock).partnerOf(key) ?? '(no partner)' }
}
