import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JournalFilter, matches } from '../journal/filter.ts'
import type { Mock } from '../sandbox/mock.ts'

/** How a journal is written: before, between and after its exchanges. */
export type JournalForm = { readonly begins: string; readonly between: string; readonly ends: string }

/** How many journals are written at a time, of one mock. What is made for one is a piece of it, and a place in it. */
const MOST_WRITTEN = 4
/** How long a caller waits for its turn, and how long one may read nothing before it loses its own. Milliseconds. */
const PATIENCE_MS = 3_000
const SILENCE_MS = 30_000

const PIECE_LENGTH = 64 * 1024
const PAGE = 100

/**
 * A journal in pieces, each made when the caller has taken the one before it; undefined where the mock is writing as many as
 * it does at a time, and none has ended in a few seconds.
 */
export async function sendJournal(
  mock: Mock,
  filter: JournalFilter,
  form: JournalForm,
): Promise<ReadableStream<Uint8Array> | string | undefined> {
  const release = await turnOf(mock)
  if (release === undefined) return undefined
  const pieces = piecesOf(found(mock, filter), form)
  try {
    const [first, second] = [await pieces.next(), await pieces.next()]
    if (second.done !== true) return streamOf([first.value ?? '', second.value], pieces, release)
    release()
    return first.value ?? ''
  } catch (cause) {
    release()
    throw cause
  }
}

function streamOf(
  made: string[],
  pieces: AsyncGenerator<string, void>,
  release: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let silence: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(silence)
    release()
  }
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(silence)
        const next = made.length > 0 ? { value: made.shift(), done: false } : await pieces.next()
        if (next.done === true) {
          end()
          return controller.close()
        }
        controller.enqueue(encoder.encode(next.value))
        silence = setTimeout(() => {
          release()
          controller.error(new Error('Nothing of the journal was read for too long.'))
        }, SILENCE_MS)
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

async function* piecesOf(
  exchanges: AsyncIterable<Exchange>,
  { begins, between, ends }: JournalForm,
): AsyncGenerator<string, void> {
  let piece = begins
  let isFirst = true
  for await (const exchange of exchanges) {
    piece += (isFirst ? '' : between) + JSON.stringify(exchange)
    isFirst = false
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece + (isFirst && between === ends ? '' : ends)
}

/** Oldest first: of the store, where it keeps them; else page by page, so that nothing is held that the journal let go. */
async function* found({ journal, archiving }: Mock, filter: JournalFilter): AsyncGenerator<Exchange> {
  if (archiving !== undefined) return yield* await archiving.read(filter)
  const { latest, forgotten } = journal
  for (let seq = -1; seq < latest; ) {
    const kept = journal.after(seq, PAGE).filter((one) => one.seq <= latest)
    for (const { partner, exchange } of kept)
      if (exchange.seq >= (forgotten.get(partner ?? '') ?? 0) && matches(exchange, filter)) yield exchange
    seq = kept.at(-1)?.seq ?? latest
  }
}

type Turns = { taken: number; readonly waiting: Set<() => void> }
const turns = new WeakMap<Mock, Turns>()

/** @returns a function that gives the turn back, also if it is called twice; undefined where there was none in time. */
async function turnOf(mock: Mock): Promise<(() => void) | undefined> {
  const own = turns.get(mock) ?? { taken: 0, waiting: new Set() }
  turns.set(mock, own)
  if (own.taken >= MOST_WRITTEN && !(await nextTurn(own))) return undefined
  own.taken += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    own.taken -= 1
    const [next] = own.waiting
    next?.()
  }
}

function nextTurn({ waiting }: Turns): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isThere: boolean) => {
      clearTimeout(timer)
      waiting.delete(begin)
      resolve(isThere)
    }
    const begin = () => answer(true)
    const timer = setTimeout(() => answer(false), PATIENCE_MS)
    waiting.add(begin)
  })
}
