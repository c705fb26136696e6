import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { SentRequest } from './http-client.ts'

/** Writes a request whole, and closes its connection so many milliseconds later; 0 closes at once. */
export type Cut = (baseUrl: string, sent: SentRequest, afterMs: number) => Promise<void>

/** Over a socket: resolves once the connection is closed, and never rejects. */
export const cutSocket: Cut = (baseUrl, { method, target, headers, body }, afterMs) => {
  const open = baseUrl.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    // A connection of its own: what is closed here must not be another check's.
    const request = open(`${baseUrl}${target}`, { method, headers, agent: false })
    request.on('close', resolve).on('error', () => resolve())
    request.on('finish', () => setTimeout(() => request.destroy(), afterMs))
    request.end(body)
  })
}
