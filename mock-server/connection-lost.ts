/** How a connection is lost: by a reset, or closed as if everything had been said. */
export type Loss = 'reset' | 'close'

const CAUSES = {
  reset: { code: 'ECONNRESET', message: 'read ECONNRESET' },
  close: { code: 'UND_ERR_SOCKET', message: 'other side closed' },
} as const satisfies Record<Loss, object>

/**
 * The error that the platform's `fetch` rejects with where a connection is lost, and a body where it breaks off: for a
 * call that came over none.
 */
export class ConnectionLost extends TypeError {
  constructor(loss: Loss, message: 'fetch failed' | 'terminated' = 'fetch failed') {
    const { code, message: said } = CAUSES[loss]
    super(message, { cause: Object.assign(new Error(said), { code }) })
  }
}
