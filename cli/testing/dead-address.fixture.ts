import { connect } from 'node:net'

/**
 * The address of a port without a listener. It is below the ports that a system gives to those who ask for any free one,
 * so that it stays unused.
 */
export async function deadAddress(): Promise<string> {
  const port = 15_000 + Math.floor(Math.random() * 15_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  return isFree ? `http://127.0.0.1:${port}` : deadAddress()
}
