import * as z from 'zod/mini'
import { type Dropped, droppedWords } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { DELIVERY_OUTCOMES, ORDER_EFFECTS } from '../../contract/wire/exchange-values.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { type JournalFilter, matches } from '../journal/filter.ts'
import { controlOf } from '../sandbox/control.ts'
import type { Mock, MockContext } from '../sandbox/mock.ts'
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

/** `GET /__mock/journal`: what arrived, oldest first; of one key if it is sent as in the API. */
export const readJournal = journalIn('application/json', (dropped) => [
  '{"exchanges":[',
  ',',
  `],"dropped":${JSON.stringify(dropped)}}`,
])

/** `GET /__mock/journal.jsonl`: the same, one exchange per line; before them, a line about those that were dropped. */
export const exportJournal = journalIn('application/jsonl', (dropped) => [
  dropped === null ? '' : `${JSON.stringify({ dropped })}\n`,
  '\n',
  '\n',
])

const BUSY =
  'This mock is writing as many journals as it does at a time. Read one of them to its end, or try later.'

function journalIn(type: string, formOf: (dropped: Dropped | null) => JournalForm) {
  return (c: MockContext): Response => {
    const asked = journalFilters.safeParse(c.req.query())
    if (!asked.success) return c.json({ error: FILTER_USAGE }, 400)
    const filter = ofCaller(c, asked.data)
    const form = formOf(c.get('mock').journal.dropped(filter.partner))
    const body = sendJournal(c.get('mock'), filter, form)
    return body === undefined
      ? c.json({ error: BUSY }, 503, { 'Retry-After': '5' })
      : c.body(body, 200, { 'Content-Type': type })
  }
}

/** `GET /__mock/journal/wait`: answers when enough exchanges are there, or with 408 when the time is up. */
export async function awaitJournal(c: MockContext): Promise<Response> {
  const asked = journalWait.safeParse(c.req.query())
  if (!asked.success) return c.json({ error: WAIT_USAGE }, 400)
  const { count, timeoutSeconds, ...filter } = asked.data
  const own = ofCaller(c, filter)
  const { isThere, exchanges } = await controlOf(c.get('mock')).waitFor(own, {
    count,
    timeoutMs: timeoutSeconds * 1000,
    signal: c.req.raw.signal,
  })
  const dropped = c.get('mock').journal.dropped(own.partner)
  if (isThere) return c.json({ exchanges, dropped })
  const came = `Of ${count} exchanges that were waited for, ${exchanges.length} came within ${timeoutSeconds} s.`
  const error = dropped === null ? came : `${came} Others may be gone: ${droppedWords(dropped)}`
  return c.json({ error, exchanges, dropped }, 408)
}

/** A key is sent in a header, never in a URL. A caller that sends one gets only its own journal. */
function ofCaller(c: MockContext, filter: JournalFilter): JournalFilter {
  const key = keyInHeader(c)
  if (key === undefined) return filter
  return { ...filter, partner: controlOf(c.get('mock')).partnerOf(key) ?? '(no partner)' }
}

type JournalForm = readonly [begins: string, between: string, ends: string]

/** How many long journals are written at a time, of one mock. What is made for one is a piece of it, and a place in it. */
const MOST_SENT = 4
/** How long one may read nothing before it loses its place. */
const SILENCE_MS = 30_000

const PIECE_LENGTH = 64 * 1024
const PAGE = 100

/** A journal in pieces, each made when the one before is taken; undefined where it is long, and too many are being sent. */
function sendJournal(
  mock: Mock,
  filter: JournalFilter,
  form: JournalForm,
): ReadableStream<Uint8Array> | string | undefined {
  const pieces = piecesOf(found(mock, filter), form)
  const [first, second] = [pieces.next(), pieces.next()]
  if (second.done === true) return first.value ?? ''
  const { journalsSent } = mock
  if (journalsSent.size >= MOST_SENT) return undefined
  journalsSent.add(pieces)
  return streamOf([first.value ?? '', second.value], pieces, () => journalsSent.delete(pieces))
}

function streamOf(
  made: string[],
  pieces: Generator<string, void>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let silence: ReturnType<typeof setTimeout> | undefined
  return new ReadableStream(
    {
      pull(controller) {
        clearTimeout(silence)
        const next = made.length > 0 ? { value: made.shift(), done: false } : pieces.next()
        if (next.done === true) {
          onEnd()
          return controller.close()
        }
        controller.enqueue(encoder.encode(next.value))
        silence = setTimeout(() => {
          onEnd()
          controller.error(new Error('Nothing of the journal was read for too long.'))
        }, SILENCE_MS)
      },
      cancel() {
        clearTimeout(silence)
        onEnd()
      },
    },
    { highWaterMark: 0 },
  )
}

function* piecesOf(
  exchanges: Iterable<Exchange>,
  [begins, between, ends]: JournalForm,
): Generator<string, void> {
  let piece = begins
  let isFirst = true
  for (const exchange of exchanges) {
    piece += (isFirst ? '' : between) + JSON.stringify(exchange)
    isFirst = false
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece + (isFirst && between === ends ? '' : ends)
}

/** Oldest first, page by page, so that nothing is held that the journal let go. */
function* found({ journal }: Mock, filter: JournalFilter): Generator<Exchange> {
  const { latest } = journal
  for (let seq = -1; seq < latest; ) {
    const kept = journal
      .after(seq)
      .slice(0, PAGE)
      .filter((one) => one.seq <= latest)
    for (const { exchange } of kept) if (matches(exchange, filter)) yield exchange
    seq = kept.at(-1)?.seq ?? latest
  }
}
