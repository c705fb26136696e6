import { connect } from 'node:net'
import type { Dice } from '../requests/dice.fixture.ts'
import { fuzzRequest } from './fuzz-request.fixture.ts'

/** What one caller sends over one connection, and how it leaves. */
export type Conversation = {
  readonly requests: number
  /** The pieces in which it is written, one after another. */
  readonly pieces: readonly Buffer[]
  /** Closes its side after the last piece, or when it is quiet, and reads on; or resets the connection. */
  readonly leaves: 'half-closes' | 'waits' | 'resets'
}

/** What came back until the connection was closed. */
export type Heard = {
  /** In Latin-1. */
  readonly text: string
  /** Whether the server kept the connection open though the caller had closed its side long ago. */
  readonly hangs: boolean
}

const MOST_PIPELINED = 6
/** Longer than any delayed answer, at the speed of the mock's time. */
const QUIET_MS = 120
const HANGS_AFTER_MS = 5_000

/** A conversation of some requests, whole or cut off, in pieces of any size. */
export function fuzzConversation(dice: Dice): Conversation {
  const requests = 1 + (dice.chance(2) ? dice.number(MOST_PIPELINED) : 0)
  const text = Array.from({ length: requests }, () => fuzzRequest(dice)).join('')
  const whole = Buffer.from(dice.chance(15) ? text.slice(0, dice.number(text.length)) : text, 'latin1')
  const leaves = dice.chance(8) ? 'waits' : dice.chance(8) ? 'resets' : 'half-closes'
  return { requests, pieces: piecesOf(dice, whole), leaves }
}

function piecesOf(dice: Dice, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: dice.chance(3) ? dice.number(4) : 0 }, () => dice.number(bytes.length))
  const ends = [...cuts.sort((one, other) => one - other), bytes.length]
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

/** Runs a conversation, and returns what came back until the connection was closed. */
export function converse(url: string, { pieces, leaves }: Conversation): Promise<Heard> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    let hangs = false
    let limit: NodeJS.Timeout | undefined
    const leave = () => {
      limit ??= setTimeout(() => {
        hangs = true
        socket.destroy()
      }, HANGS_AFTER_MS)
      socket.end()
    }
    socket.setNoDelay(true)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('timeout', leave)
    socket.on('close', () => {
      clearTimeout(limit)
      resolve({ text: Buffer.concat(chunks).toString('latin1'), hangs })
    })
    void write(pieces, (piece) => socket.write(piece)).then(() => {
      if (leaves === 'half-closes') leave()
      else if (leaves === 'resets') socket.resetAndDestroy()
      else socket.setTimeout(QUIET_MS)
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
