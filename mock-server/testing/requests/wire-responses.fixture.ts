/** A response as it stands in what came over a connection. */
export type ReadResponse = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Whether it was there to its end. */
  readonly isWhole: boolean
}

type Read = { readonly response: ReadResponse; readonly rest: string }

/**
 * Reads all responses in what came over a connection, by their framing alone (RFC 9112, section 6.3).
 *
 * @param text in Latin-1.
 * @param bodiless whether the response of that index answers a HEAD.
 * @throws {Error} where something else stands between them.
 */
export function readResponses(
  text: string,
  bodiless: (index: number) => boolean = () => false,
): ReadResponse[] {
  const responses: ReadResponse[] = []
  let finals = 0
  for (let rest = text; rest !== ''; ) {
    const read = readResponse(rest, bodiless(finals))
    responses.push(read.response)
    if (read.response.status >= 200) finals += 1
    rest = read.rest
  }
  return responses
}

function readResponse(text: string, isBodiless: boolean): Read {
  const end = text.indexOf('\r\n\r\n')
  const [line = '', ...fields] = text.slice(0, end === -1 ? undefined : end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(line)?.[1])
  const headers = new Map(fields.map(fieldOf))
  if (end === -1) return { response: { status, headers, body: '', isWhole: false }, rest: '' }
  if (Number.isNaN(status)) throw new Error(`This is no status line: ${JSON.stringify(line.slice(0, 200))}`)
  const after = text.slice(end + 4)
  const head = { status, headers }
  if (isBodiless || status < 200 || status === 204 || status === 304)
    return { response: { ...head, body: '', isWhole: true }, rest: after }
  if (headers.get('transfer-encoding') === 'chunked') return readChunked(head, after)
  const length = Number(headers.get('content-length'))
  if (!Number.isSafeInteger(length)) throw new Error(`A ${status} of unknown length.`)
  const body = after.slice(0, length)
  return { response: { ...head, body, isWhole: body.length === length }, rest: after.slice(length) }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function readChunked(head: Pick<ReadResponse, 'status' | 'headers'>, text: string): Read {
  let body = ''
  let rest = text
  while (rest !== '') {
    const [size = '', digits = ''] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? []
    if (size === '') throw new Error(`This is no chunk: ${JSON.stringify(rest.slice(0, 200))}`)
    const length = Number.parseInt(digits, 16)
    const chunk = rest.slice(size.length, size.length + length)
    body += chunk
    rest = rest.slice(size.length + length + 2)
    if (length === 0) return { response: { ...head, body, isWhole: true }, rest }
    if (chunk.length < length) break
  }
  return { response: { ...head, body, isWhole: false }, rest: '' }
}
