import { connect } from 'node:net'
import { randomBy } from '../../../contract/testing/random.fixture.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { BAD_REQUESTS } from '../requests/bad-requests.fixture.ts'
import { encodeRequest, type WireRequest } from '../requests/wire-request.fixture.ts'

/** What one caller sends over one connection, and how it closes that. */
export type Conversation = {
  readonly pieces: readonly Buffer[]
  /** After the last piece it closes its side, waits until the mock is quiet, or resets the connection. */
  readonly leaves: 'half-closes' | 'waits' | 'resets'
}

/** What came back until the connection was closed, in Latin-1, and whether the server left it open for too long. */
type Heard = { readonly text: string; readonly hangs: boolean }

/** Longer than any delayed answer, at the speed of the mock's time. */
const QUIET_MS = 120
const HANGS_AFTER_MS = 5_000
/** Few keys and references: many requests meet an order that exists. */
const KEYS = 10
const REFERENCES = 6
const SKUS = ['NONE', 'scenario-at-once', ...SCENARIOS.map(({ sku }) => sku)]
/** Without the large ones, which take time. */
const BAD = BAD_REQUESTS.filter(({ request }) => encodeRequest(request, '').length < 10_000)
const MORE_HEADERS: readonly NonNullable<WireRequest['headers']>[] = [
  { Upgrade: 'websocket', Connection: 'Upgrade' },
  { Connection: 'close' },
  { Expect: '100-continue' },
  { 'Content-Type': 'text/plain' },
  { Cookie: 'a=b', Origin: 'https://shop.example', 'X-Forwarded-For': '203.0.113.7' },
  { 'X-Large': 'x'.repeat(3000) },
]
const COMMANDS = ['"advanceSeconds":1', '"freeze":true', '"resume":true', '"speed":2000', '"speed":0']

type Dice = ReturnType<typeof diceOf>

/** Random choices, which are the same for the same seed. */
function diceOf(seed: number) {
  const next = randomBy(seed)
  /** A whole number from 0 to `below`, without it. */
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    chance: (oneIn: number) => number(oneIn) === 0,
    // An index below the length of what it picks from.
    pick: <Item>(items: readonly Item[]) => items[number(items.length)] as Item,
  }
}

/** A conversation of one request, whole or cut off, in pieces of any size. */
export function fuzzConversation(seed: number): Conversation {
  const dice = diceOf(seed)
  const bytes = fuzzRequest(dice)
  const whole = dice.chance(15) ? bytes.subarray(0, dice.number(bytes.length)) : bytes
  const cuts = Array.from({ length: dice.chance(3) ? dice.number(4) : 0 }, () => dice.number(whole.length))
  const ends = [...cuts.sort((one, other) => one - other), whole.length]
  const leaves = dice.chance(8) ? 'waits' : dice.chance(8) ? 'resets' : 'half-closes'
  return { pieces: ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end)), leaves }
}

/** One request: most of them are almost right. */
function fuzzRequest(dice: Dice): Buffer {
  const key = dice.chance(30) ? 'pk_live_x' : `pk_test_fuzz_${dice.number(KEYS)}`
  if (dice.chance(25)) return Buffer.from(Array.from({ length: dice.number(200) }, () => dice.number(256)))
  const request = dice.chance(10)
    ? adminCall(dice, key)
    : dice.chance(3)
      ? dice.pick(BAD).request
      : ordinary(dice)
  const keepsOpen = dice.chance(8) ? {} : { headers: { Connection: 'keep-alive', ...request.headers } }
  const encoded = encodeRequest({ ...request, ...keepsOpen }, key)
  return dice.chance(12) ? spoilt(dice, encoded) : encoded
}

function ordinary(dice: Dice): WireRequest {
  const [partnerReference, sku] = [`TEST:${dice.number(REFERENCES)}`, dice.pick(SKUS)]
  const headers = dice.chance(8) ? dice.pick(MORE_HEADERS) : {}
  const reads = ['/ping', '/products', '/balance', `/products/${sku}/price`, `/orders/${partnerReference}`]
  if (dice.chance(2)) return { method: 'GET', target: rewritten(dice, dice.pick(reads)), body: '', headers }
  const body = JSON.stringify({ partnerReference, sku })
  if (!dice.chance(4)) return { target: rewritten(dice, '/orders'), body, headers }
  const cut = 1 + dice.number(body.length - 1)
  const chunks = [body.slice(0, cut), body.slice(cut), ''].map(
    (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
  )
  const chunked = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }
  return { body: chunks.join(''), headers: { ...headers, ...chunked } }
}

function adminCall(dice: Dice, key: string): WireRequest {
  // A revoked key buys nothing until it is reset.
  if (dice.chance(2)) return { target: '/__mock/reset', body: `{"key":"${key}"}` }
  const targets = ['/clock', '/clock', '/journal?status=200', '/journal?x=1', '/health', '/none']
  const target = rewritten(dice, `/__mock${dice.pick(targets)}`)
  return { method: dice.pick(['POST', 'GET']), target, body: `{"key":"${key}",${dice.pick(COMMANDS)}}` }
}

/** A target, sometimes in another spelling of the same resource, or nearly of it. */
function rewritten(dice: Dice, target: string): string {
  if (!dice.chance(6)) return target
  const at = 1 + dice.number(target.length - 1)
  const code = target.charCodeAt(at) || 0x2f
  const hex = code.toString(16).padStart(2, '0')
  const swapped = (middle: string) => target.slice(0, at) + middle + target.slice(at + 1)
  return dice.pick([
    ...[swapped(`%${hex}`), swapped(`%${hex.toUpperCase()}`), swapped(`%25${hex}`)],
    ...[swapped(String.fromCharCode(code ^ 0x20)), `/.${target}`, `/${target}`, `/x/..${target}`],
    ...[`/x/%2e%2E${target}`, `http://localhost${target}`, `http://elsewhere.example:81${target}`],
    ...[`http://127.1${target}`, `${target}?x=1`, `${target}#x`, `${target}\\`],
  ])
}

/** Replaces, removes or repeats a few bytes of a request. */
function spoilt(dice: Dice, bytes: Buffer): Buffer {
  const at = dice.number(bytes.length)
  const length = dice.number(12)
  const twice = bytes.subarray(at, at + 2 * length).toString('latin1')
  const instead = dice.pick(['', '\0', '\r\n', ' ', String.fromCharCode(dice.number(256)), twice])
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(instead, 'latin1'), bytes.subarray(at + length)])
}

/** Sends a conversation, and reads until the connection is closed. */
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

/** Gives the server a turn to read each piece. */
async function write(pieces: readonly Buffer[], send: (piece: Buffer) => void): Promise<void> {
  for (const piece of pieces) {
    send(piece)
    await new Promise(setImmediate)
  }
}
