/** The largest body that is read: 4 MiB. */
export const LARGEST_BODY_BYTES = 4 * 1024 * 1024

/**
 * The body of a response, or `undefined` when it is larger than {@link LARGEST_BODY_BYTES}: it is then cut, and what was read is thrown away.
 *
 * @throws the error of the stream, when it breaks off.
 */
export async function readBody(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    length += next.value.byteLength
    if (length > LARGEST_BODY_BYTES) {
      reader?.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(next.value)
  }
  return concatenated(chunks, length)
}

function concatenated(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
