import { signal } from '@preact/signals'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { PageFacts } from '../../contract/wire/page-facts.ts'
import { complain, say } from './notice.ts'

/** What the page knows of its mock before it asks: the mock wrote it into the page, as JSON in this shape. */
export const facts: PageFacts = JSON.parse(globalThis.document?.getElementById('facts')?.textContent ?? '{}')

/** The key that the page's own purchases are sent with, and that is in copied commands. It stays in this page. */
export const userKey = signal('pk_test_me')

export function purchaseRequest(body: string): Exchange['request'] & { readonly body: string } {
  const { header, format } = facts.auth
  const headers = { [header]: format.replace('{key}', userKey.value), 'Content-Type': 'application/json' }
  return { method: 'POST', target: '/orders', headers, body }
}

export async function sendPurchase(body: string): Promise<void> {
  const { target, ...request } = purchaseRequest(body)
  try {
    const answer = await fetch(target, request)
    say(`${answer.status} ${(await answer.text()).slice(0, 200)}`)
  } catch {
    complain('No answer arrived: it was lost, or the mock has ended. The same purchase may be sent again.')
  }
}

export function purchaseOf(sku: string): string {
  return JSON.stringify({ partnerReference: `SHOP:${Date.now()}`, sku })
}
