/** An answer as far as load cares about it. */
export type Answer = { readonly status: number; readonly body: string }

/** Where an answer ends, or that it has not ended yet. */
type Part = { readonly answer: Answer; readonly end: number } | undefined

const HEAD_END = '\r\n\r\n'

/**
 * Reads the answers of one connection (HTTP/1.1, RFC 9112), in whatever pieces they arrive. It knows bodies by their
 * length and in chunks, and nothing else: a client that measures must cost less than the server that it measures.
 */
export class AnswerReader {
  #text = ''

  /**
   * @param piece bytes as Latin-1, one character each.
   * @returns the answers that it completes.
   */
  read(piece: string): Answer[] {
    this.#text = this.#text === '' ? piece : this.#text + piece
    const answers: Answer[] = []
    for (let part = readAnswer(this.#text); part !== undefined; part = readAnswer(this.#text)) {
      answers.push(part.answer)
      this.#text = this.#text.slice(part.end)
    }
    return answers
  }
}

function readAnswer(text: string): Part {
  const headEnd = text.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = text.slice(0, headEnd)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const start = headEnd + HEAD_END.length
  if (length !== undefined) return ofLength(text, status, start, Number(length))
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return inChunks(text, status, start)
  if (status === 204 || status === 304) return ofLength(text, status, start, 0)
  throw new Error(`An answer says neither how long it is nor that it comes in chunks:\n${head}`)
}

function ofLength(text: string, status: number, start: number, length: number): Part {
  const end = start + length
  return text.length < end ? undefined : { answer: { status, body: text.slice(start, end) }, end }
}

function inChunks(text: string, status: number, start: number): Part {
  let body = ''
  let at = start
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    const end = lineEnd + 2 + size
    if (text.length < end + 2) return undefined
    if (size === 0) return { answer: { status, body }, end: end + 2 }
    body += text.slice(lineEnd + 2, end)
    at = end + 2
  }
}
