import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import type { CompletedExchange } from '../../mock-server/journal/journal.ts'
import { LineWriter, unlessBusy } from './log-pace.ts'

/** A stream that keeps what is written to it, and accepts no more until it is read again. */
function pausedStream() {
  const taken: string[] = []
  let waiting: (() => void)[] = []
  let isPaused = true
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      taken.push(String(chunk))
      if (isPaused) waiting.push(done)
      else done()
    },
  })
  const read = () => {
    isPaused = false
    for (const done of waiting.splice(0)) done()
  }
  const pause = () => {
    isPaused = true
    waiting = []
  }
  return { stream, taken, read, pause }
}

function writerOn(stream: Writable, onGone: () => void = () => expect.unreachable()) {
  const clock = manualClock()
  return {
    clock,
    writer: new LineWriter(stream, { onGone, omission: (count) => `${count} left out`, clock }),
  }
}

test('lines that are written together leave together, a moment later', async () => {
  const { stream, taken, read } = pausedStream()
  const { clock, writer } = writerOn(stream)
  read()
  for (const line of ['one', 'two', 'three']) writer.write(line)
  expect(taken).toEqual([])
  clock.advance(25)
  expect(taken).toEqual(['one\ntwo\nthree\n'])
})

test('a line leaves at once when it is flushed', () => {
  const { stream, taken } = pausedStream()
  const { writer } = writerOn(stream)
  writer.write('ready')
  writer.flush()
  expect(taken).toEqual(['ready\n'])
})

test('unread lines above a mebibyte are dropped, and counted when the reader continues', async () => {
  const { stream, taken, read } = pausedStream()
  const { clock, writer } = writerOn(stream)
  const long = 'x'.repeat(100_000)
  for (let line = 0; line < 20; line += 1) {
    writer.write(long)
    clock.advance(25)
  }
  expect(writer.hasRoom).toBe(false)
  read()
  await writer.flushed()
  expect(writer.hasRoom).toBe(true)
  writer.write('the next one')
  await writer.flushed()
  const lines = taken.join('').trimEnd().split('\n')
  expect(lines.filter((line) => line === long)).toHaveLength(11)
  expect(lines.slice(-2)).toEqual(['9 left out', 'the next one'])
})

test('after a line was left out, none is written before their number', async () => {
  const { stream, taken, read } = pausedStream()
  const { writer } = writerOn(stream)
  read()
  writer.leaveOut()
  writer.write('too early')
  await writer.flushed()
  writer.write('in time')
  await writer.flushed()
  expect(taken.join('')).toBe('2 left out\nin time\n')
})

test('the last lines get one second, and no longer', async () => {
  const { stream } = pausedStream()
  const { clock, writer } = writerOn(stream)
  writer.write('a line')
  const flushed = writer.flushed()
  clock.advance(1_000)
  await expect(flushed).resolves.toBeUndefined()
})

test('a reader that has left is reported once, and gets no more lines', async () => {
  const { stream, taken } = pausedStream()
  let gone = 0
  const { writer } = writerOn(stream, () => (gone += 1))
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  writer.write('a line')
  await writer.flushed()
  expect({ gone, taken }).toEqual({ gone: 1, taken: [] })
})

/** An exchange whose texts must not be read: for a count they are not needed. */
function completed(status: number, outcome: CompletedExchange['outcome'] = 'delivered'): CompletedExchange {
  return {
    status,
    outcome,
    get exchange(): never {
      throw new Error('It was read.')
    },
  }
}

function log() {
  const clock = manualClock()
  const said: (string | number)[] = []
  const exchange = unlessBusy(
    {
      line: ({ status, outcome }) => said.push(outcome === 'delivered' ? (status ?? 0) : (outcome ?? '')),
      summary: ({ exchanges, wrong, unnamed }) =>
        said.push(`${exchanges}, ${wrong} wrong, ${unnamed} unnamed`),
    },
    clock,
  )
  const many = (count: number, status = 200) => {
    for (let each = 0; each < count; each += 1) exchange(completed(status))
  }
  return { clock, said, many, exchange }
}

test('up to 200 exchanges a second have a line each', () => {
  const { clock, said, many } = log()
  for (let second = 0; second < 3; second += 1) {
    many(200)
    clock.advance(1_000)
  }
  expect(said).toEqual(Array(600).fill(200))
})

test('above that, a second has one line that says how many, and lines of those that went wrong', () => {
  const { clock, said, many, exchange } = log()
  many(5_000)
  exchange(completed(404))
  exchange(completed(200, 'lost'))
  expect(said.splice(0)).toEqual([...Array(200).fill(200), 404, 'lost'])
  clock.advance(1_000)
  expect(said.splice(0)).toEqual(['5002, 2 wrong, 0 unnamed'])
  many(300)
  clock.advance(1_000)
  expect(said).toEqual(['300, 0 wrong, 0 unnamed'])
})

test('a limited number of failed ones is shown, and the others are counted', () => {
  const { clock, said, many } = log()
  many(1_000, 503)
  clock.advance(1_000)
  expect(said).toEqual([...Array(200).fill(503), '1000, 1000 wrong, 800 unnamed'])
})

test('after a second with fewer, exchanges are shown one by one again', () => {
  const { clock, said, many } = log()
  many(201)
  clock.advance(1_000)
  many(100)
  clock.advance(1_000)
  expect(said.splice(0).slice(-2)).toEqual(['201, 0 wrong, 0 unnamed', '100, 0 wrong, 0 unnamed'])
  many(2)
  clock.advance(5_000)
  expect(said).toEqual([200, 200])
})
