import { z } from 'zod'
import { keyInAuthHeader } from '../../contract/auth.ts'
import { deliveryOutcome, orderEffect } from '../../contract/exchange.ts'
import { OPERATION_IDS } from '../../contract/operations.ts'
import { controlOf } from '../control.ts'
import type { MockContext } from '../env.ts'
import type { JournalFilter } from '../journal-query.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))

const FILTERS = {
  partner: z.string().optional(),
  operation: z.enum(OPERATION_IDS).optional(),
  partnerReference: z.string().optional(),
  sku: z.string().optional(),
  effect: orderEffect.optional(),
  delivery: deliveryOutcome.optional(),
  status: whole(100, 599).optional(),
  afterSeq: whole(0, Number.MAX_SAFE_INTEGER).optional(),
}
const LONGEST_WAIT_SECONDS = 600
const filters = z.strictObject(FILTERS)
const wait = z.strictObject({
  ...FILTERS,
  count: whole(1, 10_000).default(1),
  timeoutSeconds: z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,3})?$/)
    .transform(Number)
    .pipe(z.number().max(LONGEST_WAIT_SECONDS))
    .default(5),
})

const FILTER_USAGE = `Filters are ${Object.keys(FILTERS).join(', ')}; operation is one of ${OPERATION_IDS.join(', ')}, effect one of ${orderEffect.options.join(', ')}, delivery one of ${deliveryOutcome.options.join(', ')}.`
const WAIT_USAGE = `${FILTER_USAGE} Besides: count (1 to 10000) and timeoutSeconds (0 to ${LONGEST_WAIT_SECONDS}).`

/** `GET /__mock/journal`: what arrived, oldest first; of one key when it is sent as the API takes it. */
export async function readJournal(c: MockContext): Promise<Response> {
  const asked = filters.safeParse(c.req.query())
  if (!asked.success) return c.json({ error: FILTER_USAGE }, 400)
  return c.json({ exchanges: await controlOf(c.get('mock')).history(ofCaller(c, asked.data)) })
}

/** `GET /__mock/journal.jsonl`: the same, one exchange a line. */
export async function exportJournal(c: MockContext): Promise<Response> {
  const asked = filters.safeParse(c.req.query())
  if (!asked.success) return c.json({ error: FILTER_USAGE }, 400)
  const exchanges = await controlOf(c.get('mock')).history(ofCaller(c, asked.data))
  const lines = exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`)
  return c.body(lines.join(''), 200, { 'Content-Type': 'application/jsonl' })
}

/** `GET /__mock/journal/wait`: answers when so many exchanges are there, or with 408 when the time is up. */
export async function awaitJournal(c: MockContext): Promise<Response> {
  const asked = wait.safeParse(c.req.query())
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

/** A key stands in a header, never in a URL: whoever sends one means its journal alone. */
function ofCaller(c: MockContext, filter: JournalFilter): JournalFilter {
  const { profile } = c.get('mock')
  const value = c.req.header(profile.auth.header)
  const key = value === undefined ? undefined : keyInAuthHeader(profile.auth, value)
  if (key === undefined) return filter
  return { ...filter, partner: controlOf(c.get('mock')).partnerOf(key) ?? '(no partner)' }
}
