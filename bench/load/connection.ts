import { connect, type Socket } from 'node:net'
import { type Answer, AnswerReader } from './answer-reader.ts'

/** A connection that is kept alive, with one request under way at a time. */
export class Connection {
  readonly #socket: Socket
  readonly #reader = new AnswerReader()
  /** Called with every answer. */
  heard: (answer: Answer) => void = () => {}
  /** Called once, when it is gone: refused, lost, or ended by us. */
  gone: () => void = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1').setNoDelay(true)
    socket.on('data', (piece: string) => {
      for (const answer of this.#reader.read(piece)) this.heard(answer)
    })
    socket.on('error', () => {})
    socket.once('close', () => this.gone())
  }

  send(text: string): void {
    this.#socket.write(text, 'latin1')
  }

  end(): void {
    this.#socket.destroy()
  }
}

/** Opens a connection to this machine. It is undefined where it is refused. */
export function open(port: number): Promise<Connection | undefined> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(new Connection(socket)))
    socket.once('error', () => resolve(undefined))
  })
}

/** How many connections are opened at a time: more would wait in the queue of the system. */
const AT_A_TIME = 50

/** Opens many connections, and tells how many were refused. */
export async function openMany(port: number, count: number) {
  const connections: Connection[] = []
  for (let asked = 0; asked < count; asked += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, count - asked) }, () => open(port))
    connections.push(...(await Promise.all(some)).filter((one) => one !== undefined))
  }
  return { connections, refused: count - connections.length }
}
