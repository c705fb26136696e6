import type { Answer } from './answer.ts'

/** The server's side of a connection that waits for an answer: as much of node:http as a fault needs. */
export type Outgoing = {
  readonly headersSent: boolean
  readonly socket: { destroy(): unknown; resetAndDestroy?(): unknown } | null
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  write(chunk: Uint8Array, written: () => void): unknown
  /** Whether everything was handed over. */
  readonly writableFinished: boolean
  on(event: 'close', listener: () => void): unknown
}

/** How a connection is lost: by a reset (ECONNRESET at the client), or closed as if all had been said. */
export type Loss = 'reset' | 'close'

/** Loses a connection. */
export function lose({ socket }: Outgoing, loss: Loss): void {
  if (loss === 'reset' && socket?.resetAndDestroy !== undefined) socket.resetAndDestroy()
  else socket?.destroy()
}

/** Sends the head and the first half of an answer, in chunks, and loses the connection. */
export function loseInAnswer(outgoing: Outgoing, { status, headers, body }: Answer, loss: Loss): void {
  outgoing.writeHead(status, headers)
  outgoing.write(firstHalf(new TextEncoder().encode(body)), () => lose(outgoing, loss))
}

/** The first half of some bytes; never all of them. */
export function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.byteLength / 2))
}
