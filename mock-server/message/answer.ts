export type CompleteAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer that is sent piece by piece; it reports its own delivery to the journal. */
export type StreamedAnswer = Omit<CompleteAnswer, 'body'> & { readonly body: ReadableStream<Uint8Array> }

/** Nothing is sent: the connection was lost, or the caller no longer waits. */
export const NO_ANSWER = Symbol('no answer')
export type NoAnswer = typeof NO_ANSWER

export type Reply = CompleteAnswer | StreamedAnswer | NoAnswer

/** Whether a reply is still being produced when it is passed to the transport. */
export function isStreamed(reply: Reply): reply is StreamedAnswer {
  return reply !== NO_ANSWER && typeof reply.body !== 'string'
}

/** The server's side of a connection that waits for an answer: the part of node:http that a fault needs. */
export type Outgoing = {
  readonly headersSent: boolean
  /** Null until the answers to earlier requests over the connection have left, and after this one has. */
  readonly socket: {
    readonly destroyed?: boolean
    readonly errored?: Error | null
    destroy(): unknown
    resetAndDestroy?(): unknown
  } | null
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  write(chunk: Uint8Array, written: () => void): unknown
  /** `socket`: it is its turn on the connection. */
  on(event: 'close' | 'socket', listener: () => void): unknown
  /** Everything was written. On Node 22 also: nothing more can be written. */
  prependListener(event: 'finish', listener: () => void): unknown
}

/** How a connection is lost: by a reset (ECONNRESET at the client), or closed as if complete. */
type Loss = 'reset' | 'close'

/** Loses a connection when it is the turn of this answer: those to earlier requests go first. */
export function lose(outgoing: Outgoing, loss: Loss): void {
  const { socket } = outgoing
  if (socket === null) outgoing.on('socket', () => lose(outgoing, loss))
  else if (loss === 'reset' && socket.resetAndDestroy !== undefined) socket.resetAndDestroy()
  else socket.destroy()
}

export function loseInAnswer(
  outgoing: Outgoing,
  { status, headers, body }: CompleteAnswer,
  loss: Loss,
): void {
  outgoing.writeHead(status, headers)
  outgoing.write(firstHalf(new TextEncoder().encode(body)), () => lose(outgoing, loss))
}

/** The first half of some bytes; never all of them. */
export function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.byteLength / 2))
}
