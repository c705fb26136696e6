import { expect, test } from 'vitest'
import { OutputTail, outputOf } from './output-tail.ts'

const KEY = `pk_test_${'Zecret0123456789'.repeat(4)}`

test('a key that is cut in the middle leaves no part behind', () => {
  for (let offset = 0; offset < KEY.length + 20; offset += 1) {
    const tail = new OutputTail()
    tail.push(Buffer.from(`${' '.repeat(5000)}${KEY}`))
    // So long that the oldest byte that is kept is one of the key.
    tail.push(Buffer.from('-'.repeat(32 * 1024 + 1024 - KEY.length + offset)))
    expect(tail.tail([KEY]).text).not.toMatch(/Zecret|[0-9]/)
  }
})

test('everything that was written is counted, also what is not kept', () => {
  const tail = new OutputTail()
  for (let index = 0; index < 100; index += 1) tail.push(Buffer.alloc(10_000, 'a'))
  expect(tail.tail([])).toEqual({ text: `…${'a'.repeat(32 * 1024)}`, bytes: 1_000_000 })
})

test('terminal control characters are removed, also within a key', () => {
  const tail = new OutputTail()
  tail.push(Buffer.from(`\u001b[31mred\u001b[0m ${KEY.slice(0, 12)}\u001b[1m${KEY.slice(12)}`))
  expect(tail.tail([KEY]).text).toBe('red [key]')
})

test('a client that was killed and started again leaves what both processes wrote', () => {
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
