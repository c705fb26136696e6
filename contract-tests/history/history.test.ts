import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealDigest, sealOf } from '../../contract/judging/sealed-lines.ts'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { BROKEN_ORDERS } from '../mutants/broken-orders.ts'
import type { JudgedServer } from '../mutants/broken-server.ts'
import { judgeServer } from '../mutants/judge-server.ts'
import { ALL_CONFORMING } from '../mutants/matrix.ts'
import { reportOf } from '../report/build-report.ts'
import { balance, bought, historyOf, lookedUp, ping } from './history.fixture.ts'
import { type History, HistoryError, historyLines, isHistory, readHistory } from './history.ts'

const textOf = (history: History) => [...historyLines(history)].join('')

/** A history that is read from a text, in chunks of so many bytes. */
function read(text: string | Uint8Array, chunkBytes = 1000) {
  const bytes = Buffer.from(text)
  function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  return readHistory(chunks, 'mine.jsonl')
}

/** Reads a history to its end. */
const reading = (text: string | Uint8Array) => () => [...read(text).entries]

const SERVERS: readonly JudgedServer[] = [
  'the purchase has a summary without a status',
  'a settled order has a state of its own',
  'an order asks to be polled after 1,000 seconds',
].flatMap((name) => [...BROKEN_ORDERS, ...ALL_CONFORMING].find((server) => server.name === name) ?? [])

describe('the report of a history that was read is that of its run, byte for byte', () => {
  test.for(SERVERS.map((server) => [server.name, server] as const))('%s', async ([, server]) => {
    const { history, report } = await judgeServer(server)
    const again = read(textOf(history))
    expect({ head: again.head, entries: [...again.entries] }).toEqual(history)
    expect(again.note).toBeNull()
    expect(JSON.stringify(reportOf(again))).toBe(JSON.stringify(report))
  })
})

const SAMPLE = historyOf([
  ping(),
  balance(100),
  bought('A', 'PROCESSING'),
  lookedUp('A', 'COMPLETED'),
  bought('B', null),
  balance(90),
])
const TEXT = textOf(SAMPLE)

test.for([1, 7, 64, 1_000_000])('chunks of %i bytes make no difference', (chunkBytes) => {
  const { head, entries } = read(TEXT, chunkBytes)
  expect({ head, entries: [...entries] }).toEqual(SAMPLE)
})

test('a file is a history if its first line says so, also one of another version', () => {
  const is = (text: string) => isHistory(() => [Buffer.from(text)])
  expect(is(TEXT)).toBe(true)
  expect(is(TEXT.replace('history@1', 'history@9'))).toBe(true)
  expect(is(`{"type":"run","line":1,"schema":"partner-purchase/journal@1"}\n${TEXT}`)).toBe(false)
  expect(is('')).toBe(false)
})

const LINES = TEXT.trimEnd().split('\n')
const without = (index: number) => `${LINES.toSpliced(index, 1).join('\n')}\n`
const swapped = `${LINES.with(2, LINES[3] ?? '')
  .with(3, LINES[2] ?? '')
  .join('\n')}\n`
const doubled = `${LINES.toSpliced(3, 0, LINES[3] ?? '').join('\n')}\n`

/** A history with other lines and a new valid seal: the error must come from its content. */
function resealed(change: (lines: string[]) => string[]): string {
  const lines = change(LINES.slice(0, -1))
  const body = lines.map((line) => `${line}\n`).join('')
  return body + sealOf(lines.length + 1, sealDigest(body))
}

describe('an error says what is wrong with a history', () => {
  test.for([
    ['an empty file', '', 'it is incomplete: it does not end with its seal'],
    ['half of a line at its end', TEXT.slice(0, -5), 'it is incomplete'],
    ['no seal', without(LINES.length - 1), 'it is incomplete'],
    ['its seal alone', `${LINES.at(-1)}\n`, 'its head is missing: the first line of a history describes'],
    ['no head', without(0), 'its head is missing'],
    ['lines in another order', swapped, 'its lines were re-ordered: in place of line 3 is 4'],
    ['a line too few', without(2), 'lines of it are missing, doubled or changed: in place of line 3 is 4'],
    ['a line twice', doubled, 'lines of it are missing, doubled or changed: in place of line 5 is 4'],
    ['another answer', TEXT.replace('100.00', '101.00'), 'a byte of it was changed: its seal does not match'],
    [
      'an answer that can be none',
      TEXT.replace('"status":200', '"status":2.5'),
      'a byte of it was changed: its seal does not match',
    ],
    [
      'a line that is not JSON',
      TEXT.replace('"type":"exchange","line":4', '"type":exchange","line":4'),
      'line 4 was changed: it is not JSON',
    ],
    ['another schema', TEXT.replace('history@1', 'history@2'), 'its schema is "partner-purchase/history@2"'],
    ['another reference', TEXT.replace('"1.0.1"', '"2.0.0"'), 'it is about version "2.0.0"'],
    ['something behind its seal', `${TEXT}\n`, 'something follows its seal'],
    ['a history behind its seal', TEXT + TEXT, 'something follows its seal'],
    ['no JSON at all', 'hello\nworld\n', 'line 1 is not JSON: it is not a history'],
    [
      'a member too many, with a seal that holds',
      resealed((lines) => lines.with(2, (lines[2] ?? '').replace('{', '{"extra":1,'))),
      'line 3 is invalid: Unrecognized key: "extra"',
    ],
    [
      'an invalid head, with a seal that holds',
      resealed((lines) => lines.with(0, (lines[0] ?? '').replace('"thorough":false', '"thorough":1'))),
      'line 1 is invalid at thorough',
    ],
    [
      'an exchange twice, with a seal that holds',
      resealed((lines) => [...lines, lines.at(-1) ?? '']),
      'the exchange of line 8 was not sent after the one before it',
    ],
    [
      'newer rules',
      textOf({ ...SAMPLE, head: { ...SAMPLE.head, rules: '10' } }),
      'it was judged by rules 10 when it was recorded',
    ],
  ])('%s', ([, text = '', fault]) => {
    expect(reading(text)).toThrow(HistoryError)
    expect(reading(text)).toThrow(`mine.jsonl can't be judged: ${fault}`)
    expect(reading(text)).toThrow(/Use the history as the run wrote it\.$/)
  })

  test('a line that is longer than any', () => {
    const endless = function* () {
      yield Buffer.from(`${LINES[0]}\n`)
      for (;;) yield Buffer.alloc(1 << 20, 'x')
    }
    expect(() => [...readHistory(endless, 'it').entries]).toThrow('longer than any run makes one')
  })
})

test('a history of older rules is judged, and that is said', () => {
  const { note } = read(textOf({ ...SAMPLE, head: { ...SAMPLE.head, rules: '0' } }))
  expect(note).toContain('Recorded under rules 0, judged by rules')
})

test('a history in which any one byte was changed, or that was cut anywhere, is refused', () => {
  const bytes = Buffer.from(TEXT)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at] = ((changed[at] ?? 0) + by) % 256
      expect(reading(changed)).toThrow(HistoryError)
      expect(reading(bytes.subarray(0, at))).toThrow(HistoryError)
    }),
    { numRuns: runs({ sample: 15, full: 500 }) },
  )
})
