import { connectionOf } from './caller.ts'
import { firstHalf } from './connection.ts'
import type { MockContext } from './env.ts'
import { accountOf, enterWorld } from './world-entry.ts'

/**
 * Holds an answer back, by the clock of its key.
 *
 * @returns whether somebody still waits for it.
 */
export async function held(c: MockContext, seconds: number): Promise<boolean> {
  const { now } = await enterWorld(c)
  const { alarms } = c.get('mock')
  const recording = c.get('recording')
  const gone = c.req.raw.signal
  return new Promise((resolve) => {
    const callOff = alarms.at(accountOf(c), now + seconds * 1000, () => {
      resolve(!gone.aborted)
      // Whoever advances the clock is answered when this answer has left.
      return recording.completed
    })
    gone.addEventListener('abort', () => {
      callOff()
      resolve(false)
    })
  })
}

/** An answer whose second half is held back, by the clock of its key. */
export async function heldHalfway(c: MockContext, answer: Response, seconds: number): Promise<Response> {
  const bytes = new TextEncoder().encode(await answer.text())
  const half = firstHalf(bytes)
  return streamed(c, answer, [
    { afterMs: 0, bytes: half },
    { afterMs: seconds * 1000, bytes: bytes.subarray(half.byteLength) },
  ])
}

/** An answer whose bytes leave one by one, spread evenly over some seconds of its key's clock. */
export async function dribbled(c: MockContext, answer: Response, seconds: number): Promise<Response> {
  const bytes = new TextEncoder().encode(await answer.text())
  const stepMs = (seconds * 1000) / bytes.byteLength
  return streamed(
    c,
    answer,
    Array.from(bytes, (byte, index) => ({ afterMs: (index + 1) * stepMs, bytes: Uint8Array.of(byte) })),
  )
}

type Piece = { readonly afterMs: number; readonly bytes: Uint8Array }

async function streamed(c: MockContext, answer: Response, pieces: readonly Piece[]): Promise<Response> {
  const { now: began } = await enterWorld(c)
  const { alarms } = c.get('mock')
  const recording = c.get('recording')
  const gone = c.req.raw.signal
  const isConnected = connectionOf(c.env) !== undefined
  let callOffs: (() => void)[] = []
  const stop = () => {
    for (const callOff of callOffs) callOff()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      gone.addEventListener('abort', () => {
        stop()
        // A connection that has gone is told by itself, and takes its stream with it.
        if (isConnected) return
        controller.error(gone.reason)
        recording.deliver('cut')
      })
      callOffs = pieces.map(({ afterMs, bytes }, index) =>
        alarms.at(accountOf(c), began + afterMs, () => {
          controller.enqueue(bytes)
          if (index < pieces.length - 1) return undefined
          controller.close()
          if (!isConnected) recording.deliver('delivered')
          return recording.completed
        }),
      )
    },
    cancel() {
      stop()
      recording.deliver('cut')
    },
  })
  c.set('isStreamed', true)
  const headers = new Headers(answer.headers)
  // Else what is there at once would be gathered, and its length announced.
  headers.set('Transfer-Encoding', 'chunked')
  return new Response(body, { status: answer.status, headers })
}
