/** An answer that is there whole. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer that leaves piece by piece; it reports to the journal by itself when it has left. */
export type StreamedAnswer = Omit<Answer, 'body'> & { readonly body: ReadableStream<Uint8Array> }

/** Nothing is answered: the connection was lost, or nobody waits any more. */
export const NO_ANSWER = Symbol('no answer')
export type NoAnswer = typeof NO_ANSWER

/** What a transport sends for a call. */
export type Reply = Answer | StreamedAnswer | NoAnswer

/** Whether a reply is still under way when it is handed over. */
export function isStreamed(reply: Reply): reply is StreamedAnswer {
  return reply !== NO_ANSWER && typeof reply.body !== 'string'
}
