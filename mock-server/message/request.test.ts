import { expect, test } from 'vitest'
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
const encoded = (encoding: string) => post('{}', { 'Content-Encoding': encoding })

test.for<[what: string, request: Request, read: object]>([
  ['up to the limit', post('0123456789'), text('0123456789')],
  ['up to the limit, in many pieces', post(stream(['01234', '56789'], 'ends')), text('0123456789')],
  [
    'with a character that is split over two pieces',
    post(new Blob([new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac])])),
    text('€'),
  ],
  ['with its byte-order mark', post('\ufeff{}'), text('\ufeff{}')],
  ['as empty if there is none', post(null), text('')],
  ['unchanged with the encoding identity', encoded('Identity'), text('{}')],
  ['not at all for a method that has none', new Request('http://localhost/'), { kind: 'none' }],
  ['not with other bytes than those of UTF-8', post(new Uint8Array([0xff])), { kind: 'not-utf8' }],
  ['not with an encoding, which is returned', encoded('gzip, br'), { kind: 'encoded', encoding: 'gzip, br' }],
  ['as cut where it breaks off', post(stream(['{'], 'breaks')), { kind: 'cut' }],
  [
    'as cut where it breaks off after its length was announced',
    post(stream(['{'], 'breaks'), { 'Content-Length': '2' }),
    { kind: 'cut' },
  ],
])('a body is read %s', async ([, request, read]) => {
  expect(await readRequestBody(request, LIMIT)).toEqual(read)
})

test.for<[when: string, body: BodyInit, length?: string]>([
  ['one byte past the limit', '0123456789!'],
  ['one byte past the limit, in many pieces', stream(['01234', '56789', '!'], 'ends')],
  ['in bytes, not in characters', '€€€€'],
  ['as soon as it is past the limit, whether it ends or not', stream(['0123456789', '!'], 'goes on')],
  ['as soon as its Content-Length says so, before any of it arrives', stream([], 'goes on'), '11'],
  ['although its Content-Length says less', stream(['0123456789!'], 'ends'), '2'],
  ['when its length is not a number', '{}', 'x'],
])('a body is too large %s', async ([, body, length]) => {
  const request = post(body, length === undefined ? {} : { 'Content-Length': length })
  expect(await readRequestBody(request, LIMIT)).toEqual({ kind: 'too-large' })
})
