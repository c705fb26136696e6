import type { Dice } from '../requests/dice.fixture.ts'

const HOSTS = ['LOCALHOST', '127.1', 'localhost:99999', '', 'a b', '[::1]:80', 'x, x', '999.9.9.9'] as const
const LENGTHS = ['-1', '+5', '0x5', '5, 5', '5', '99999999999999999999', '', '3e0'] as const
const CODINGS = [
  'Chunked',
  'chunked, chunked',
  'gzip, chunked',
  'chunked, gzip',
  'identity',
  'rot13',
  '\x0bchunked',
  'chunked;q=1',
  '',
] as const
/** What a chunk of four bytes may look like. */
const CHUNKS = [
  '4\r\nabcd\r\n',
  '0004\r\nabcd\r\n',
  '4;name=value\r\nabcd\r\n',
  `4;${'x'.repeat(17_000)}\r\nabcd\r\n`,
  '4\nabcd\n',
  '4 \r\nabcd\r\n',
  '0x4\r\nabcd\r\n',
  '-4\r\nabcd\r\n',
  '3\r\nabcd\r\n',
  '5\r\nabcd\r\n',
  'ffffffffffffffff\r\nabcd\r\n',
  'zz\r\n',
] as const
const LAST_CHUNKS = [
  '0\r\n\r\n',
  '0\r\n\r\n',
  '0\r\nTrailer: x\r\n\r\n',
  '0;x=y\r\n\r\n',
  '0\r\n',
  '00\r\n\r\n',
] as const

/** The text of a request: mostly framed as HTTP has it, sometimes nearly. */
export function framed(dice: Dice, line: string, fields: readonly string[], body: string | null): string {
  const host = dice.chance(25) ? dice.pick(HOSTS) : 'localhost'
  const lines = [line, `Host: ${host}`, ...fields]
  if (dice.chance(60)) lines.push('Host: elsewhere.example')
  if (dice.chance(12)) lines.push('Expect: 100-continue')
  if (body === null) return `${lines.join('\r\n')}\r\n\r\n`
  if (dice.chance(4)) return chunked(dice, lines, body)
  lines.push(`Content-Length: ${dice.chance(20) ? dice.pick(LENGTHS) : body.length}`)
  if (dice.chance(25)) lines.push(`Transfer-Encoding: ${dice.pick(CODINGS)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function chunked(dice: Dice, lines: readonly string[], body: string): string {
  const coding = dice.chance(6) ? dice.pick(CODINGS) : 'chunked'
  const cut = dice.number(body.length)
  const chunks = [body.slice(0, cut), body.slice(cut)]
    .filter((part) => part !== '')
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  if (dice.chance(5)) chunks.splice(dice.number(3), 0, dice.pick(CHUNKS))
  const head = [...lines, `Transfer-Encoding: ${coding}`].join('\r\n')
  return `${head}\r\n\r\n${chunks.join('')}${dice.pick(LAST_CHUNKS)}`
}

/** A target, sometimes written in another way: for the same resource, or nearly. */
export function rewritten(dice: Dice, target: string): string {
  if (!dice.chance(6)) return target
  const at = 1 + dice.number(target.length - 1)
  const code = target.charCodeAt(at) || 0x2f
  const hex = code.toString(16).padStart(2, '0')
  const swapped = (middle: string) => target.slice(0, at) + middle + target.slice(at + 1)
  return dice.pick([
    swapped(`%${hex}`),
    swapped(`%${hex.toUpperCase()}`),
    swapped(`%25${hex}`),
    swapped(String.fromCharCode(code ^ 0x20)),
    `/.${target}`,
    `/${target}`,
    `/x/..${target}`,
    `/x/%2e%2E${target}`,
    `http://localhost${target}`,
    `http://elsewhere.example:81${target}`,
    `http://127.1${target}`,
    `${target}?x=1`,
    `${target}#x`,
    `${target}\\`,
  ])
}

/** A JSON body in bytes that are, or are not, what UTF-8 has for it. */
export function encoded(dice: Dice, json: string): string {
  if (!dice.chance(8)) return json
  return dice.pick([
    `\xef\xbb\xbf${json}`,
    Buffer.from(json, 'utf16le').toString('latin1'),
    json.replace('a', '\\u0061'),
    json.replace('"', '"\xff'),
    json.replace('"', '"\xc0\xaf'),
    ` \n${json}\t`,
    json.replaceAll(',', ',\n'),
  ])
}
