import { expect, test } from 'vitest'
import type { Entry } from '../history/history.ts'
import { judged } from './judged.fixture.ts'

/**
 * What happens to one reference, beside two ordinary orders of that card: its first purchase, a lookup 3 seconds after the
 * last body, the identical body; and how many cards are charged, at rest. In each cell the clauses that are broken, `|`
 * between those of which either may be blamed, `.` where all of it is allowed:
 *
 * - A lone purchase may cost anything: its price is not shown. A body that is sent again is charged no more (§4.2).
 * - An order that was said to be a success, and of which nothing left the balance, was no additional purchase (§4.2).
 * - After a client went away, the lookup or the identical body finds the purchase (§4.3), and finds it once.
 * - What was paid for is found, even if no answer ever said that it was bought.
 * - Where nothing was said and nothing charged, nothing was bought.
 */
const TABLE = `
first      lookup     resend    | none      one       two        unreadable
yes        yes        yes       | new       .         same       .
yes        yes        no        | new+same  same      same       same
yes        yes        nothing   | new       .         same       .
yes        yes        not-sent  | new       .         .          .
yes        no         yes       | new       look      look+same  look
yes        no         no        | new+same  look+same look+same  look+same
yes        no         nothing   | new       look      look+same  look
yes        no         not-sent  | new       look      look       look
yes        not-asked  yes       | new       .         same       .
yes        not-asked  no        | new+same  same      same       same
yes        not-asked  nothing   | new       .         same       .
yes        not-asked  not-sent  | new       .         .          .
yes        nothing    yes       | new       .         same       .
yes        nothing    no        | new+same  same      same       same
yes        nothing    nothing   | new       .         same       .
yes        nothing    not-sent  | new       .         .          .
abandoned  yes        yes       | new       .         timeout    .
abandoned  yes        no        | new+timeout timeout timeout    timeout
abandoned  yes        nothing   | new       .         timeout    .
abandoned  yes        not-sent  | new       .         .          .
abandoned  no         yes       | new       timeout   timeout    timeout
abandoned  no         no        | timeout   timeout   timeout    timeout
abandoned  no         nothing   | .         timeout   timeout    .
abandoned  no         not-sent  | .         timeout   timeout    .
abandoned  not-asked  yes       | new       .         timeout    .
abandoned  not-asked  no        | timeout   timeout   timeout    timeout
abandoned  not-asked  nothing   | .         .         timeout    .
abandoned  not-asked  not-sent  | .         .         .          .
abandoned  nothing    yes       | new       .         timeout    .
abandoned  nothing    no        | timeout   timeout   timeout    timeout
abandoned  nothing    nothing   | .         .         timeout    .
abandoned  nothing    not-sent  | .         .         .          .
nothing    yes        yes       | new       .         same       .
nothing    yes        no        | new+same  same      same       same
nothing    yes        nothing   | new       .         same       .
nothing    yes        not-sent  | new       .         .          .
nothing    no         yes       | new       look      look+same  look
nothing    no         no        | same|new  same|new  same       same|new
nothing    no         nothing   | .         look|new  same       .
nothing    no         not-sent  | .         look|new  look|new   .
nothing    not-asked  yes       | new       .         same       .
nothing    not-asked  no        | same|new  same|new  same       same|new
nothing    not-asked  nothing   | .         .         same       .
nothing    not-asked  not-sent  | .         .         .          .
nothing    nothing    yes       | new       .         same       .
nothing    nothing    no        | same|new  same|new  same       same|new
nothing    nothing    nothing   | .         .         same       .
nothing    nothing    not-sent  | .         .         .          .
`

/** Where the judge says something else, yet: the cell, and what it says. */
const DIFFERS: Readonly<Record<string, string>> = {
  // Its lookup may have found another order: then one clause explains both.
  'abandoned yes no none': 'new',
  'nothing yes no none': 'new',
  // What was paid for, and no answer ever said that it was bought, is not missed by its lookup.
  'abandoned no nothing one': '.',
  'abandoned no not-sent one': '.',
  'abandoned no not-sent two': '.',
  'nothing no nothing one': '.',
  'nothing no not-sent one': '.',
  'nothing no not-sent two': '.',
}

const NAMES: Readonly<Record<string, string>> = {
  'new-reference-new-purchase': 'new',
  'same-body-same-purchase': 'same',
  'purchase-survives-timeout': 'timeout',
  'lookup-position': 'look',
}
const CHARGED = ['none', 'one', 'two', 'unreadable'] as const
const CARD = 'CARD-25'

type Cell = {
  readonly first: string
  readonly lookup: string
  readonly resend: string
  readonly charged: string
}

const cells = TABLE.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [first = '', lookup = '', resend = '', , ...expected] = line.split(/\s+/)
    return CHARGED.map((charged, index) => ({
      cell: { first, lookup, resend, charged },
      expected: expected[index] ?? '',
    }))
  })

test('every cell of the table is walked', () => {
  expect(new Set(cells.map(({ cell }) => Object.values(cell).join())).size).toBe(3 * 4 * 4 * 4)
})

test.each(cells)(
  '$cell.first, $cell.lookup, $cell.resend, charged $cell.charged: $expected',
  ({ cell, expected }) => {
    const { broken, ties } = judged(historyOf(cell))
    const found = [
      ...broken.map((id) => NAMES[id] ?? id),
      ...ties.map((tie) => tie.map((id) => NAMES[id] ?? id).join('|')),
    ]
    const said = found.toSorted().join('+') || '.'
    const differs = DIFFERS[Object.values(cell).join(' ')]
    if (differs !== undefined) expect(said).toBe(differs)
    else expect(expected.split('|')).toContain(said.includes('|') ? expected.split('|')[0] : said)
  },
)

/** The history of a cell. */
function historyOf({ first, lookup, resend, charged }: Cell): readonly Entry[] {
  const entries: Entry[] = []
  const state = { nowMs: 0, cents: 100_000 }
  const add = (operation: Asked, target: string, answer: Answer, body: string | null = null) => {
    state.nowMs += 10
    const arrivedMs = state.nowMs
    const [status, json] =
      answer === 'nothing'
        ? [502, {}]
        : answer === 'no'
          ? [operation === 'createOrder' ? 409 : 404, {}]
          : [200, answer]
    const response =
      answer === 'abandoned'
        ? null
        : { status, headers: {}, body: JSON.stringify(json), answeredMs: arrivedMs + 5 }
    const request = { method: body === null ? 'GET' : 'POST', target, headers: {}, body }
    const at = new Date(Date.UTC(2026, 0, 1) + arrivedMs).toISOString()
    const nothing = { partner: null, delivery: null, order: null, fault: null, nearMiss: null }
    const exchange = { seq: entries.length, at, arrivedMs, operation, request, response, ...nothing }
    entries.push({
      key: 'own',
      abandonedMs: response === null ? arrivedMs + 5 : null,
      failure: null,
      exchange,
    })
  }
  const summary = { status: 'COMPLETED' }
  const buy = (partnerReference: string, answer: string) =>
    add(
      'createOrder',
      '/orders',
      answer === 'yes' ? { data: { order: { order: summary } } } : (answer as Answer),
      JSON.stringify({ partnerReference, sku: CARD }),
    )
  const find = (reference: string, answer: string) =>
    add(
      'lookupOrder',
      `/orders/${reference}`,
      answer === 'yes' ? { data: { order: summary } } : (answer as Answer),
    )
  const readBalance = () => {
    const amount = (state.cents / 100).toFixed(2)
    add('getBalance', '/balance', {
      data: charged === 'unreadable' ? { account: 'TEST' } : { balance: { amount, currency: 'USD' } },
    })
  }
  add('ping', '/ping', { data: { status: 'ok', mode: 'TEST' } })
  add('listProducts', '/products', { data: { products: [{ sku: CARD }] } })
  add('getPrice', `/products/${CARD}/price`, { data: { price: { amount: '25.00', currency: 'USD' } } })
  for (const reference of ['G-1', 'G-2']) {
    readBalance()
    buy(reference, 'yes')
    state.cents -= 2500
    readBalance()
    find(reference, 'yes')
  }
  readBalance()
  buy('G-3', first)
  if (resend !== 'not-sent') buy('G-3', resend)
  state.nowMs += 3000
  if (lookup !== 'not-asked') find('G-3', lookup)
  state.cents -= 2500 * Math.max(0, CHARGED.indexOf(charged as 'none') % 3)
  readBalance()
  state.nowMs += 3000
  readBalance()
  return entries
}

type Asked = NonNullable<Entry['exchange']['operation']>
type Answer = 'no' | 'nothing' | 'abandoned' | object
