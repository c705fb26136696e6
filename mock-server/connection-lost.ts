/** How a connection is lost: by a reset, or by a close as after a complete answer. */
export type Loss = 'reset' | 'close'

const CAUSES = {
  reset: { code: 'ECONNRESET', message: 'read ECONNRESET' },
  close: { code: 'UND_ERR_SOCKET', message: 'other side closed' },
} as const satisfies Record<Loss, object>

/**
 * The error of the platform's `fetch` when its connection is lost, and of a body that is cut. A call in this process,
 * which has no connection, rejects with it.
 */
export class ConnectionLost extends TypeError {
  constructor(loss: Loss, message: 'fetch failed' | 'terminated' = 'fetch failed') {
    const { code, message: said } = CAUSES[loss]
    super(message, { cause: Object.assign(new Error(said), { code }) })
  }
}
