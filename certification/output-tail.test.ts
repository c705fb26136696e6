import { expect, test } from 'vitest'
import { boundedOutput, OutputTail } from './output-tail.ts'

const KEY = `pk_test_${'Zecret0123456789'.repeat(4)}`

test('a key that is cut in the middle leaves no part behind', () => {
  for (let offset = 0; offset < KEY.length + 20; offset += 1) {
    const tail = new OutputTail()
    tail.push(Buffer.from(`${' '.repeat(5000)}${KEY}`))
    // So long that the oldest byte that is kept is one of the key.
    tail.push(Buffer.from('-'.repeat(64 * 1024 + 1024 - KEY.length + offset)))
    expect(tail.tail([KEY]).text).not.toMatch(/Zecret|[0-9]/)
  }
})

test('everything that was written is counted, also what is not kept', () => {
  const tail = new OutputTail()
  for (let index = 0; index < 100; index += 1) tail.push(Buffer.alloc(10_000, 'a'))
  expect(tail.tail([])).toEqual({ text: `…${'a'.repeat(64 * 1024 - 3)}`, bytes: 1_000_000 })
})

test('terminal control characters are removed, also within a key', () => {
  const tail = new OutputTail()
  tail.push(Buffer.from(`\u001b[31mred\u001b[0m ${KEY.slice(0, 12)}\u001b[1m${KEY.slice(12)}`))
  expect(tail.tail([KEY]).text).toBe('red [key]')
})

test('both streams together are no longer than one, and the shorter one stays whole', () => {
  const written = (length: number) => ({ text: 'é'.repeat(length / 2), bytes: length })
  const { stdout, stderr } = boundedOutput({ stdout: written(60_000), stderr: written(20_000) })
  expect(stderr).toEqual(written(20_000))
  expect(stdout.text).toBe(`…${'é'.repeat((64 * 1024 - 20_000) / 2 - 2)}`)
  const both = boundedOutput({ stdout: written(60_001), stderr: written(60_000) })
  expect(Buffer.byteLength(both.stdout.text + both.stderr.text)).toBeLessThanOrEqual(64 * 1024)
})

test('a client that was killed and started again leaves what both processes wrote, as long as one', () => {
  const said = (text: string) => ({ text, bytes: Buffer.byteLength(text) })
  const both = boundedOutput(
    { stdout: said('buying'), stderr: said('') },
    { stdout: said('bought\n'), stderr: said('') },
  )
  expect(both).toEqual({
    stdout: { text: 'buying\n----- killed, and started again -----\nbought\n', bytes: 13 },
    stderr: said(''),
  })
  const much = said('x'.repeat(60_000))
  const { stdout } = boundedOutput({ stdout: said('first'), stderr: much }, { stdout: much, stderr: much })
  expect(stdout.text).toMatch(/^first\n-+ killed, and started again -+\n…x{16000,}$/)
})
