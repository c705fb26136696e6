import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a database that can stop forwarding, like a network partition. */
export type SilentProxy = {
  readonly url: string
  /** Forwards nothing from now on: connections are accepted, but never answered. */
  close(): void
  /** Forwards again from now on. What was sent before is lost, with its connections. */
  open(): void
  /** How many connections were made so far. */
  calls(): number
  end(): Promise<void>
}

/** Opens a proxy before the database of a URL. */
export async function silentProxy(database: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let [isOpen, calls] = [true, 0]
  const server = createServer((caller) => {
    calls += 1
    keep(caller)
    if (!isOpen) return
    const behind = connect(Number(port), hostname)
    keep(behind)
    caller.on('data', (bytes) => isOpen && behind.write(bytes))
    behind.on('data', (bytes) => isOpen && caller.write(bytes))
    caller.on('close', () => behind.destroy())
    behind.on('close', () => caller.destroy())
  }).listen(0, '127.0.0.1')
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  await once(server, 'listening')
  const url = Object.assign(new URL(database), { port: String((server.address() as AddressInfo).port) })
  return {
    url: url.href,
    close() {
      isOpen = false
    },
    open() {
      isOpen = true
      hangUp()
    },
    calls: () => calls,
    async end() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}
