import { expect, test } from 'vitest'
import { OutputTail, outputOf } from './output-tail.ts'

const KEY = `pk_test_${'Zecret0123456789'.repeat(4)}`

test('no part of a key remains where the output was cut in its middle', () => {
  for (let offset = 0; offset < KEY.length + 20; offset += 1) {
    const tail = new OutputTail()
    tail.push(Buffer.from(`${' '.repeat(5000)}${KEY}`))
    // The oldest kept byte is then somewhere within the key.
    tail.push(Buffer.from('-'.repeat(32 * 1024 + 1024 - KEY.length + offset)))
    expect(tail.tail([KEY]).text).not.toMatch(/Zecret|[0-9]/)
  }
})

test('the count of bytes includes the output that is not kept', () => {
  const tail = new OutputTail()
  for (let index = 0; index < 100; index += 1) tail.push(Buffer.alloc(10_000, 'a'))
  expect(tail.tail([])).toEqual({ text: `…${'a'.repeat(32 * 1024)}`, bytes: 1_000_000 })
})

test('terminal control characters are removed, even from within a key', () => {
  const tail = new OutputTail()
  tail.push(Buffer.from(`\u001b[31mred\u001b[0m ${KEY.slice(0, 12)}\u001b[1m${KEY.slice(12)}`))
  expect(tail.tail([KEY]).text).toBe('red [key]')
})

test('the output of a client that was killed and restarted is that of both processes', () => {
  const said = (text: string) => ({ text, bytes: Buffer.byteLength(text) })
  const both = outputOf(
    { stdout: said('buying'), stderr: said('') },
    { stdout: said('bought\n'), stderr: said('') },
  )
  expect(both).toEqual({
    stdout: { text: 'buying\n----- killed, and started again -----\nbought\n', bytes: 13 },
    stderr: said(''),
  })
})
