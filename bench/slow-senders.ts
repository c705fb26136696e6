import { connect, type Socket } from 'node:net'

/** Connections whose request never ends. */
export type SlowSenders = {
  /** How many the server has closed so far; each was opened again. */
  closed(): number
  stop(): void
}

const BYTE_EVERY_MS = 1000

/** Opens connections that send a byte of a header a second, and no end of it. */
export function startSlowSenders(port: number, count: number): SlowSenders {
  const sockets = new Set<Socket>()
  let closed = 0
  let isOver = false
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /ping HTTP/1.1\r\nX-Slow: '))
    sockets.add(socket)
    socket.resume().on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      if (isOver) return
      closed += 1
      open()
    })
  }
  for (let index = 0; index < count; index += 1) open()
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('s')
  }, BYTE_EVERY_MS)
  return {
    closed: () => closed,
    stop() {
      isOver = true
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
