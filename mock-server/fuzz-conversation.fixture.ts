import { connect } from 'node:net'
import type { Dice } from './dice.fixture.ts'
import { fuzzRequest } from './fuzz-request.fixture.ts'

/** What one caller sends over one connection, and how it leaves. */
export type Conversation = {
  readonly requests: number
  /** The pieces in which it is written, one after another. */
  readonly pieces: readonly Buffer[]
  /** Closes its side after the last piece and reads on, resets the connection, or waits to be left. */
  readonly leaves: 'half-closes' | 'resets' | 'waits'
}

const MOST_PIPELINED = 4
/** No answer is under way for longer, at the speed of the mock's time. */
const PATIENCE_MS = 400

/** A conversation of some requests, whole or cut off, in pieces of any size. */
export function fuzzConversation(dice: Dice): Conversation {
  const requests = 1 + (dice.chance(3) ? dice.number(MOST_PIPELINED) : 0)
  const text = Array.from({ length: requests }, () => fuzzRequest(dice)).join('')
  const whole = Buffer.from(dice.chance(15) ? text.slice(0, dice.number(text.length)) : text, 'latin1')
  const leaves = dice.pick([
    'half-closes',
    'half-closes',
    'half-closes',
    'half-closes',
    'resets',
    'waits',
  ] as const)
  return { requests, pieces: piecesOf(dice, whole), leaves }
}

function piecesOf(dice: Dice, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: dice.chance(3) ? dice.number(4) : 0 }, () => dice.number(bytes.length))
  const ends = [...cuts.sort((one, other) => one - other), bytes.length]
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

/** Carries a conversation out, and tells what came back until the connection was closed. */
export function converse(url: string, { pieces, leaves }: Conversation): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.setNoDelay(true)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    void write(pieces, (piece) => socket.write(piece)).then(() => {
      if (leaves === 'half-closes') socket.end()
      if (leaves === 'resets') socket.resetAndDestroy()
    })
  })
}

/** Between two pieces the server has a turn to read the first. */
async function write(pieces: readonly Buffer[], send: (piece: Buffer) => void): Promise<void> {
  for (const piece of pieces) {
    send(piece)
    await new Promise(setImmediate)
  }
}
