import { type Io, onFirstSignal } from '../io.ts'

/** Somebody's wish that a mock stops. */
export type StopRequest = {
  readonly stopped: Promise<void>
  /** Resolves when it is interrupted once more: nobody waits for the last answers then. */
  readonly hurried: Promise<void>
  stop(): void
  release(): void
}

/** Waits for somebody to stop a mock. */
export function stopRequest(io: Io): StopRequest {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>()
  let isStopping = false
  void stopped.then(() => {
    isStopping = true
  })
  const releases = [
    io.onSignal('SIGINT', () => (isStopping ? hurry() : stop())),
    onFirstSignal(io, 'SIGTERM', stop),
  ]
  return {
    stopped,
    hurried,
    stop,
    release() {
      for (const release of releases) release()
    },
  }
}
