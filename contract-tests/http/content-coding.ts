import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

/** Longer bodies are not read: 4 MiB, in bytes, before and after decoding. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024

/** Why a longer body is not read. */
export const TOO_LARGE = 'its body was cut: it is larger than 4 MiB'

/** The content codings that a request asks for (RFC 9110, section 12.5.3): exactly those that are read. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br'

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>

const withHeader: Decoder = promisify(inflate)
const raw: Decoder = promisify(inflateRaw)

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  // Some servers send raw deflate, without the header of RFC 1950.
  ['deflate', (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? withHeader : raw)(body, options)],
  ['br', promisify(brotliDecompress)],
])

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
    const decode = DECODERS.get(coding)
    if (decode === undefined)
      throw new Error(
        `its body has the content coding ${coding}, and only ${ACCEPTED_CODINGS} were asked for`,
      )
    decoded = await decode(decoded, { maxOutputLength: MOST_BODY_BYTES }).catch((cause) => {
      const isTooLarge = cause.code === 'ERR_BUFFER_TOO_LARGE'
      const reason = isTooLarge ? TOO_LARGE : `its ${coding} body can't be decoded: ${cause.message}`
      throw new Error(reason, { cause })
    })
  }
  return decoded
}
