import { connect } from 'node:net'

/**
 * The address of a port at which nobody listens, and nobody will who asks for any free port: it is below those that a
 * system gives away.
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
