/** A complete answer. */
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

/** What a transport sends for a call. */
export type Reply = CompleteAnswer | StreamedAnswer | NoAnswer

/** Whether a reply is still being produced when it is passed to the transport. */
export function isStreamed(reply: Reply): reply is StreamedAnswer {
  return reply !== NO_ANSWER && typeof reply.body !== 'string'
}
