import { EXIT_INTERRUPTED } from '../../contract/report/verdict.ts'

/** Waits for somebody to stop the mock. Who interrupts it a second time does not wait for the last answers. */
export function stopRequest(): { readonly stopped: Promise<void>; stop(): void } {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  let isStopping = false
  void stopped.then(() => {
    isStopping = true
  })
  process.on('SIGINT', () => (isStopping ? process.exit(EXIT_INTERRUPTED) : stop()))
  process.once('SIGTERM', () => stop())
  return { stopped, stop }
}
