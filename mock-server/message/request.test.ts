import { describe, expect, test } from 'vitest'
import { readRequestBody } from './request.ts'

const LIMIT = 10

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

/** A body of chunks, which ends only if the test says so. */
function stream(chunks: readonly string[], end: 'ends' | 'goes on' | 'breaks'): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      if (end === 'ends') controller.close()
      if (end === 'breaks') controller.error(new Error('gone'))
    },
  })
}

const text = (of: string) => ({ kind: 'text', text: of })

describe('a body is read', () => {
  test('up to the limit, in one piece or in many', async () => {
    expect(await readRequestBody(post('0123456789'), LIMIT)).toEqual(text('0123456789'))
    expect(await readRequestBody(post(stream(['01234', '56789'], 'ends')), LIMIT)).toEqual(text('0123456789'))
  })

  test('with a character that is split over two pieces', async () => {
    const [one, other] = [new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac])]
    expect(await readRequestBody(post(new Blob([one, other])), LIMIT)).toEqual(text('€'))
  })

  test('without its byte order mark', async () => {
    expect(await readRequestBody(post('\ufeff{}'), LIMIT)).toEqual(text('{}'))
  })

  test('as empty if there is none', async () => {
    expect(await readRequestBody(post(null), LIMIT)).toEqual(text(''))
  })

  test('unchanged with the encoding identity', async () => {
    expect(await readRequestBody(post('{}', { 'Content-Encoding': 'Identity' }), LIMIT)).toEqual(text('{}'))
  })

  test('not at all for a method that has none', async () => {
    expect(await readRequestBody(new Request('http://localhost/'), LIMIT)).toEqual({ kind: 'none' })
  })
})

describe('a body is too large', () => {
  test('one byte past the limit, in one piece or in many', async () => {
    expect(await readRequestBody(post('0123456789!'), LIMIT)).toEqual({ kind: 'too-large' })
    expect(await readRequestBody(post(stream(['01234', '56789', '!'], 'ends')), LIMIT)).toEqual({
      kind: 'too-large',
    })
  })

  test('in bytes, not in characters', async () => {
    expect(await readRequestBody(post('€€€€'), LIMIT)).toEqual({ kind: 'too-large' })
  })

  test('as soon as it is past the limit, whether it ends or not', async () => {
    const endless = post(stream(['0123456789', '!'], 'goes on'))
    expect(await readRequestBody(endless, LIMIT)).toEqual({ kind: 'too-large' })
  })

  test('as soon as its Content-Length says so, before any of it arrives', async () => {
    const announced = post(stream([], 'goes on'), { 'Content-Length': '11' })
    expect(await readRequestBody(announced, LIMIT)).toEqual({ kind: 'too-large' })
  })

  test('although its Content-Length says less', async () => {
    const lying = post(stream(['0123456789!'], 'ends'), { 'Content-Length': '2' })
    expect(await readRequestBody(lying, LIMIT)).toEqual({ kind: 'too-large' })
  })

  test('when its length is not a number', async () => {
    expect(await readRequestBody(post('{}', { 'Content-Length': 'x' }), LIMIT)).toEqual({ kind: 'too-large' })
  })
})

test('a body that breaks off is cut', async () => {
  expect(await readRequestBody(post(stream(['{'], 'breaks')), LIMIT)).toEqual({ kind: 'cut' })
  const announced = post(stream(['{'], 'breaks'), { 'Content-Length': '2' })
  expect(await readRequestBody(announced, LIMIT)).toEqual({ kind: 'cut' })
})

test('a body of other bytes than those of UTF-8 is not read', async () => {
  expect(await readRequestBody(post(new Uint8Array([0xff])), LIMIT)).toEqual({ kind: 'not-utf8' })
})

test('a body with an encoding is not read, and the encoding is returned', async () => {
  const encoded = post('{}', { 'Content-Encoding': 'gzip, br' })
  expect(await readRequestBody(encoded, LIMIT)).toEqual({ kind: 'encoded', encoding: 'gzip, br' })
})
