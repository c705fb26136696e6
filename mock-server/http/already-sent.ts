let sent: Response | undefined

/** Tells the server that an answer is taken care of. One for all calls, made for the first. */
export function alreadySent(): Response {
  if (sent === undefined) {
    sent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    // Where `@hono/node-server` has put its own Response in the place of Node's, it writes one that was never read by
    // another way, which doesn't look at this header.
    void sent.body
  }
  return sent
}
