import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

/** Longer bodies are not read: 4 MiB, in bytes, before and after decoding. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024

/** Why a longer body is not read. */
export const TOO_LARGE = 'its body was cut: it is larger than 4 MiB'

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>

const asDeflate: [zlib: Decoder, raw: Decoder] = [promisify(inflate), promisify(inflateRaw)]
const asGzip: Decoder = promisify(gunzip)

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', asGzip],
  ['x-gzip', asGzip],
  ['deflate', (body, options) => asDeflate[isZlib(body) ? 0 : 1](body, options)],
  ['br', promisify(brotliDecompress)],
])

/** The content codings that a request asks for (RFC 9110, section 12.5.3): exactly those that are read. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br'

/**
 * A body without its content codings (RFC 9110, section 8.4), the last one removed first.
 *
 * @param contentEncoding the header; undefined if the answer has none.
 * @throws {Error} when it can't be decoded, or is too large: its message says why.
 *
 * @example
 * await decodedBody(gzipSync('{}'), 'gzip') // the two bytes of '{}'
 */
export async function decodedBody(body: Buffer, contentEncoding = ''): Promise<Buffer> {
  const codings = contentEncoding.toLowerCase().split(',')
  let decoded = body
  for (const coding of codings.map((name) => name.trim()).toReversed()) {
    if (coding === '' || coding === 'identity' || decoded.length === 0) continue
    decoded = await decodedOnce(decoded, coding)
  }
  return decoded
}

async function decodedOnce(body: Buffer, coding: string): Promise<Buffer> {
  const decode = DECODERS.get(coding)
  if (decode === undefined) {
    throw new Error(`its body has the content coding ${coding}, and only ${ACCEPTED_CODINGS} were asked for`)
  }
  try {
    return await decode(body, { maxOutputLength: MOST_BODY_BYTES })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason =
      code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : `its ${coding} body can't be decoded: ${message}`
    throw new Error(reason, { cause })
  }
}

/** Some servers send raw deflate as `deflate`, without the header of RFC 1950. */
function isZlib(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8
}
