import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { lineWriter } from './line-writer.ts'

/** A stream whose reader takes nothing until it is told to. */
function slowStream() {
  const taken: string[] = []
  let waiting: (() => void)[] = []
  let isSlow = true
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      taken.push(String(chunk))
      if (isSlow) waiting.push(done)
      else done()
    },
  })
  const read = () => {
    isSlow = false
    for (const done of waiting) done()
    waiting = []
  }
  // What a line writer needs of a standard stream is what every writable has.
  return { stream: stream as unknown as NodeJS.WriteStream, taken, read }
}

const omission = (count: number) => `${count} left out`

test('lines that nobody reads in time are left out and counted, and none is held back for them', async () => {
  const { stream, taken, read } = slowStream()
  const writer = lineWriter(stream, { onGone: () => expect.unreachable(), omission })
  const long = 'x'.repeat(100_000)
  for (let line = 0; line < 20; line += 1) writer.write(long)
  read()
  await writer.flushed()
  writer.write('the next one')
  await writer.flushed()
  const lines = taken.join('').trimEnd().split('\n')
  expect(lines.filter((line) => line === long)).toHaveLength(11)
  expect(lines.slice(-2)).toEqual(['9 left out', 'the next one'])
})

test('a reader that has left is told of once, and written to no more', async () => {
  const { stream, taken } = slowStream()
  let gone = 0
  const writer = lineWriter(stream, { onGone: () => (gone += 1), omission })
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  writer.write('a line')
  await writer.flushed()
  expect({ gone, taken }).toEqual({ gone: 1, taken: [] })
})
