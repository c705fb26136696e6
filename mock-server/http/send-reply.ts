import type { ServerResponse } from 'node:http'
import { NO_ANSWER, type Reply, type StreamedAnswer } from '../message/complete-answer.ts'

/** Sends a reply over its connection. If the caller no longer waits, nothing is sent. */
export function sendReply(outgoing: ServerResponse, reply: Reply): void {
  if (reply === NO_ANSWER || outgoing.destroyed) return
  const { status, headers, body } = reply
  if (typeof body !== 'string') return void sendPieces(outgoing, { status, headers, body })
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

/** When the caller disconnects, no more pieces come: their producer listens to that as well. */
async function sendPieces(
  outgoing: ServerResponse,
  { status, headers, body }: StreamedAnswer,
): Promise<void> {
  const reader = body.getReader()
  outgoing.writeHead(status, { ...headers, 'Transfer-Encoding': 'chunked' })
  outgoing.flushHeaders()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) outgoing.write(piece.value)
  outgoing.end()
}
