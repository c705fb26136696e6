import { expect, test } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

const LENGTH = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
const CHUNKS =
  'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\nA\r\n0123456789\r\n0\r\n\r\n'

test('an answer of a length is read whole', () => {
  expect(new AnswerReader().read(LENGTH)).toEqual([{ status: 200, body: 'hello' }])
})

test('an answer in chunks is put together', () => {
  expect(new AnswerReader().read(CHUNKS)).toEqual([{ status: 404, body: 'hel0123456789' }])
})

test.each([LENGTH, CHUNKS])('it does not matter where an answer is cut', (text) => {
  const twice = text + text
  const whole = new AnswerReader().read(twice)
  for (let cut = 1; cut < twice.length; cut += 1) {
    const reader = new AnswerReader()
    expect([...reader.read(twice.slice(0, cut)), ...reader.read(twice.slice(cut))]).toEqual(whole)
  }
})

test('two answers in one piece are two, and the rest waits', () => {
  const reader = new AnswerReader()
  expect(reader.read(`${LENGTH}${CHUNKS}HTTP/1.1 204 `).map(({ status }) => status)).toEqual([200, 404])
  expect(reader.read('No Content\r\n\r\n')).toEqual([{ status: 204, body: '' }])
})

test('an answer without an end is refused', () => {
  expect(() => new AnswerReader().read('HTTP/1.1 200 OK\r\n\r\n')).toThrow('neither how long it is')
})
