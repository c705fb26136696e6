import { expect, test } from 'vitest'
import { LARGEST_BODY_BYTES, readBody } from './transport.ts'

test('chunks are read as one body', async () => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new Uint8Array([1, 2]))
      stream.enqueue(new Uint8Array([3]))
      stream.close()
    },
  })
  expect(await readBody(new Response(body))).toEqual(new Uint8Array([1, 2, 3]))
})

test('a response without a body is an empty one', async () => {
  expect(await readBody(new Response(null, { status: 204 }))).toEqual(new Uint8Array())
})

test('a body is read up to 4 MiB', async () => {
  const body = new Uint8Array(LARGEST_BODY_BYTES)
  expect((await readBody(new Response(body)))?.byteLength).toBe(LARGEST_BODY_BYTES)
})

test('an endless body is left unread beyond 4 MiB', async () => {
  let cancelled = false
  const body = new ReadableStream({
    pull: (stream) => stream.enqueue(new Uint8Array(1024 * 1024)),
    cancel: () => {
      cancelled = true
    },
  })
  expect(await readBody(new Response(body))).toBeUndefined()
  expect(cancelled).toBe(true)
})
