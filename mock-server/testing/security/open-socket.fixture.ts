import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection to a mock whose caller says when it sends, and never closes its side by itself. */
export type OpenSocket = {
  send(text: string): void
  /** What has come so far, once the mock has closed its side. */
  readonly ended: Promise<string>
  /** What has come so far, once it fits. */
  received(expected: RegExp): Promise<string>
  destroy(): void
  reset(): void
}

/** Opens a connection, and waits until it stands. */
export async function openSocket(url: string): Promise<OpenSocket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // A mock that has closed a connection resets it when more is sent.
  socket.on('error', () => socket.destroy())
  const ended = Promise.race([once(socket, 'end'), once(socket, 'close')]).then(() => text)
  await once(socket, 'connect')
  return {
    send: (more) => void socket.write(more),
    ended,
    async received(expected) {
      while (!expected.test(text)) {
        if (socket.readableEnded || socket.destroyed) throw new Error(`The mock closed after: ${text}`)
        await Promise.race([once(socket, 'data'), ended])
      }
      return text
    },
    destroy: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
  }
}
