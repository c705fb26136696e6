import { expect, test } from 'vitest'
import { OutputTail } from './output-tail.ts'

const KEY = `pk_test_${'Zecret0123456789'.repeat(4)}`

test('a key that the cut goes through leaves no end of it behind', () => {
  for (let offset = 0; offset < KEY.length + 20; offset += 1) {
    const tail = new OutputTail()
    tail.push(Buffer.from(`${' '.repeat(5000)}${KEY}`))
    // So long that the oldest byte that is kept is one of the key.
    tail.push(Buffer.from('-'.repeat(64 * 1024 + 1024 - KEY.length + offset)))
    expect(tail.tail([KEY]).text).not.toMatch(/Zecret|[0-9]/)
  }
})

test('what was written is counted, whatever of it is kept', () => {
  const tail = new OutputTail()
  for (let index = 0; index < 100; index += 1) tail.push(Buffer.alloc(10_000, 'a'))
  expect(tail.tail([])).toEqual({ text: 'a'.repeat(64 * 1024), bytes: 1_000_000 })
})
