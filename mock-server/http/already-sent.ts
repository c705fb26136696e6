let sent: Response | undefined

/** Signals the server that the answer is already sent. One for all calls, made for the first. */
export function alreadySent(): Response {
  if (sent === undefined) {
    sent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    // Where `@hono/node-server` has replaced Node's Response by its own, it writes a Response that was never read by a
    // faster path, which ignores this header.
    void sent.body
  }
  return sent
}
