/** An answer that is there whole. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer that leaves piece by piece, and tells the journal by itself when it has left. */
export type StreamedAnswer = Omit<Answer, 'body'> & { readonly body: ReadableStream<Uint8Array> }

/** No answer: whatever was to become of the connection has been done to it. */
export const SETTLED = Symbol('settled')

/** What becomes of a call. */
export type Reply = Answer | StreamedAnswer | typeof SETTLED

/** Whether a reply is still under way when it is handed over. */
export function isStreamed(reply: Reply): reply is StreamedAnswer {
  return reply !== SETTLED && typeof reply.body !== 'string'
}
