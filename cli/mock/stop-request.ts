import { type Io, onFirstSignal } from '../io.ts'

/** A request to stop the mock. */
export type StopRequest = {
  readonly stopped: Promise<void>
  /** Resolves on a second interruption, after which the mock does not wait for the last answers. */
  readonly hurried: Promise<void>
  stop(): void
  release(): void
}

/** Watches for the signals that stop a mock. */
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
