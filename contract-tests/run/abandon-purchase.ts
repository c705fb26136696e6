import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Cut, socketCut } from '../http/cut-request.ts'
import type { Recorder } from './recorder.ts'
import type { Target } from './target.ts'

/**
 * A real client timeout: the whole purchase is written, and its connection closed before an answer is read.
 *
 * @param afterMs how long after the last byte was written; 0 closes at once.
 */
export async function abandonPurchase(
  target: Target,
  recorder: Recorder,
  { body, afterMs }: { readonly body: string; readonly afterMs: number },
  signal: AbortSignal,
  cut: Cut = socketCut(target.proxy),
): Promise<Exchange> {
  const { auth } = target.profile
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    [auth.header]: authHeaderValue(auth, target.apiKey),
  }
  const sent = { operation: 'createOrder', method: 'POST', target: '/orders', headers, body } as const
  const finish = recorder.send(sent)
  await cut(target.baseUrl, sent, afterMs, signal)
  return finish(null)
}
