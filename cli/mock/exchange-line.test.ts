import { describe, expect, test } from 'vitest'
import { purchase } from '../../certification/testing/exchange.fixture.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { plain } from '../terminal/terminal.ts'
import { exchangeLine } from './exchange-line.ts'

const { request, ...BOUGHT } = purchase(0, 'CARD', 'SHOP:1', 'COMPLETED')
const SERVED: Exchange = {
  ...BOUGHT,
  arrivedMs: 1000,
  partner: 'shop',
  request: { ...request, body: null },
  delivery: { outcome: 'delivered', atMs: 1003.4 },
}

/** The line without its time, which is local, and with single blanks. */
function lineOf(exchange: Partial<Exchange>): string {
  return exchangeLine({ ...SERVED, ...exchange }, plain)
    .slice(12)
    .replace(/ +/g, ' ')
    .trim()
}

describe('the line of an exchange', () => {
  test('shows how it ended, the request, how long it took, the partner, and the outcome of the order', () => {
    expect(lineOf({})).toBe('200 POST /orders 3 ms shop SHOP:1 CARD recorded, COMPLETED')
  })

  test('shows what was lost, and by which fault', () => {
    const fault = { at: 'after-recording', does: 'reset' } as const
    expect(lineOf({ fault, delivery: { outcome: 'lost', atMs: 1001 } })).toBe(
      'lost POST /orders 1 ms shop SHOP:1 CARD recorded, COMPLETED; its 200 did not arrive; connection reset after the order was recorded',
    )
    expect(lineOf({ fault, response: null, delivery: { outcome: 'lost', atMs: 1001 }, order: null })).toBe(
      'lost POST /orders 1 ms shop connection reset after the order was recorded',
    )
  })

  test('says that the client was gone where no fault took the answer', () => {
    expect(lineOf({ delivery: { outcome: 'lost', atMs: 1001 } })).toMatch(
      /; answered 200; the client was gone$/,
    )
  })

  test('names a fault that was set', () => {
    const fault = { at: 'before-recording', does: 'refuse', ordered: 'unavailable' } as const
    expect(lineOf({ fault })).toContain('refused before the order was recorded, set as unavailable')
  })

  test.each(['{"type":"urn:partner-purchase:problem:invalid-body"}', '{"error":{"code":"invalid-body"}}'])(
    'says why a call was refused: %s',
    (body) => {
      const response = { status: 422, headers: {}, body, answeredMs: 1002 }
      expect(lineOf({ response, order: null })).toBe('422 POST /orders 3 ms shop invalid-body')
    },
  )

  test('shows which operation a refused call was meant for', () => {
    const nearMiss = {
      operation: 'ping',
      differs: ['One.', 'Two.'],
      clause: null,
      gap: 'key-transport',
    } as const
    const line = lineOf({
      nearMiss: { ...nearMiss, differs: [...nearMiss.differs] },
      order: null,
      response: null,
    })
    expect(line).toContain('meant for ping? One, and 1 more (key-transport)')
  })

  test('shows nothing that moves a cursor, and shortens long texts', () => {
    const order = { partnerReference: '\u001b[2J\r\n\u202e', sku: 'x'.repeat(500), effect: 'none' } as const
    const line = lineOf({ order, request: { ...SERVED.request, target: `/${'y'.repeat(5000)}` } })
    expect(line).toContain('\\u001b[2J\\u000a\\u202e xxx')
    expect(line.length).toBeLessThan(250)
  })

  test('has its remarks below it on a terminal that is too narrow', () => {
    const fault = { at: 'after-recording', does: 'reset' } as const
    const text = exchangeLine({ ...SERVED, fault, delivery: { outcome: 'lost', atMs: 1001 } }, plain, 80)
    const [head = '', ...below] = text.split('\n')
    expect(head).toMatch(/ shop$/)
    expect(below.map((line) => line.trimStart())).toEqual([
      'SHOP:1 CARD recorded, COMPLETED; its 200 did not arrive',
      'connection reset after the order was recorded',
    ])
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  test('omits what is not known', () => {
    const unknown = { partner: null, operation: null, response: null, delivery: null, order: null }
    expect(lineOf(unknown)).toBe('lost POST /orders - ms -')
  })
})
