import { expect, test } from 'vitest'
import { adviceFor, adviceOn, findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal, withExchange } from '../testing/client-journal.fixture.ts'
import { clientOf } from '../testing/clients.fixture.ts'

const walksAway = clientOf({ afterLoss: 'fail', afterServerError: 'fail' })
const buysAgain = clientOf({ afterLoss: 'buy again', afterServerError: 'buy again' })
const stopsAtMiss = clientOf({ afterMiss: 'fail' })

test.each([
  [
    'SCENARIO-CUT',
    'ended in the middle of its body',
    'Read until the last chunk; a body that ends early is an error.',
  ],
  ['SCENARIO-LOST-AFTER', 'The connection ended before an answer came', 'Catch the error of the connection.'],
  ['SCENARIO-STALLED', 'the timeout of the client', 'After a timeout the card may be bought'],
  ['SCENARIO-502-AFTER', 'The answer was 502', 'each status from 500 on'],
] as const)('a purchase that is lost in %s is explained by what went wrong there', (sku, cause, remedy) => {
  const left = adviceFor('timeout-is-not-failure', sku, walksAway)
  expect(left.cause).toContain(cause)
  expect(left.remedy).toContain(remedy)
  const again = adviceFor('timeout-is-not-failure', sku, buysAgain)
  expect(again.cause).toContain('begins again, with a new reference')
  expect(again.remedy).toMatch(/^Make the reference and the body once/)
})

test.each([
  ['SCENARIO-POLL-CUT', 'Read until the last chunk'],
  ['SCENARIO-POLL-LOST', 'Catch the error inside the loop.'],
  ['SCENARIO-POLL-UNAVAILABLE', '503 says nothing about the order.'],
  ['SCENARIO-POLL-RATE-LIMITED', '429 says nothing about the order.'],
  ['SCENARIO-LOOKUP-LATE', 'a lookup may find it a little later'],
] as const)('an order that is left in %s is explained by its last poll', (sku, remedy) => {
  expect(adviceFor('follows-until-settled', sku, stopsAtMiss).remedy).toContain(remedy)
})

const sends =
  (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (client: Client) =>
    client.buy('SHOP:1', { body, headers })

test.each([
  [
    'a form',
    sends('partnerReference=SHOP&sku=A', { 'content-type': 'application/x-www-form-urlencoded' }),
    'many HTTP libraries do so',
  ],
  ['a form that is called JSON', sends('partnerReference=SHOP&sku=A'), 'many HTTP libraries do so'],
  ['other names', sends({ partner_reference: 'SHOP:1', SKU: 'A' }), '"partner_reference", "SKU"'],
  [
    'JSON that is called a form',
    sends({ partnerReference: 'SHOP:1', sku: 'A' }, { 'content-type': 'application/x-www-form-urlencoded' }),
    'Send the header Content-Type: application/json',
  ],
  [
    'a length that ends it early',
    sends('{"partnerReference":"CAFÉ:1","sku":"A"', { 'content-length': '38' }),
    'Content-Length says 38 bytes, and its JSON is longer',
  ],
  ['a third field', sends({ partnerReference: 'SHOP:1', sku: 'A', quantity: 1 }), 'Leave out "quantity"'],
  ['no JSON', sends('sku=A'), 'JSON library'],
  ['a field of another name', sends({ reference: 'SHOP:1', sku: 'A' }), 'two fields'],
])('a purchase with %s is explained by it', (_, program, words) => {
  const { cause, remedy } = adviceFor('exactly-two-fields', 'SCENARIO-AT-ONCE', program)
  expect(`${cause} ${remedy}`).toContain(words)
})

test('an empty body on a retry is called empty, and on which attempt', () => {
  const { message, cause } = adviceFor('exactly-two-fields', 'SCENARIO-LOST-BEFORE', (client) => [
    client.buy('SHOP:1'),
    client.buy('SHOP:1', { body: '' }),
  ])
  expect(message).toMatch(/^The body of the purchase was empty on the second attempt\./)
  expect(cause).toContain('the first attempt has read')
})

test('a client that never waits reads that there is no wait, and of milliseconds', () => {
  const never = clientOf({ pause: () => 0 })
  expect(adviceFor('waits-poll-after', 'SCENARIO-PROCESSING', never).cause).toBe(
    'There is no wait, or the seconds are passed to a function that takes milliseconds.',
  )
})

test('a client that polls too often reads how many times as often', () => {
  const tooSoon = clientOf({ pause: () => 0.5 })
  const { consequence } = adviceFor('waits-poll-after', 'SCENARIO-PROCESSING', tooSoon)
  expect(consequence).toMatch(/^At this pace the service is polled [\d.]+ times as often as it asked for\./)
  const muchTooSoon = clientOf({ pause: () => 0.0137 })
  const { consequence: often } = adviceFor('waits-poll-after', 'SCENARIO-PROCESSING', muchTooSoon)
  expect(often).toMatch(/ is polled \d\d times as often /)
})

test('of several waits that are too short, the shortest shows that there is none', () => {
  const pauses = [0.4, 0, 0, 0, 0, 0]
  const hardlyWaits = clientOf({ pause: () => pauses.shift() ?? 1 })
  const { cause } = adviceFor('waits-poll-after', 'SCENARIO-PROCESSING', hardlyWaits)
  expect(cause).toMatch(/^There is no wait/)
})

test('a client that ended right after a lookup was refused reads the status, and nothing of a number of polls', () => {
  const said = adviceFor('follows-until-settled', 'SCENARIO-LOOKUP-LATE', clientOf({ afterMiss: 'fail' }))
  expect(said.message).toContain('its last lookup was answered with 404, and it did not ask again')
  expect(said).toMatchObject({
    cause: expect.stringContaining('ends the loop'),
    remedy: expect.stringContaining('still PROCESSING'),
  })
})

test('one that ended after a fixed number of polls reads how many, and that the number is the cause', () => {
  const said = adviceFor('follows-until-settled', 'SCENARIO-LONG', clientOf({ mostPolls: 5 }))
  expect(said.message).toContain('after poll 5, which said PROCESSING, it did not ask again')
  expect(said.cause).toContain('number of polls')
})

test('one that never asked again after a lookup reads of the position of its status, and nothing of a number of polls', () => {
  const program = clientOf({ readLookup: () => ({ status: 'undefined' }) })
  const said = adviceFor('follows-until-settled', 'SCENARIO-PROCESSING', program)
  expect(said.message).toContain('after poll 1, which said PROCESSING, it did not ask again')
  expect(said.cause).toContain('not read at data.order')
})

test('one that leaves an order that fails reads nothing of a card that is paid for', () => {
  const said = adviceFor('follows-until-settled', 'SCENARIO-FAILS', clientOf({ mostPolls: 0 }))
  expect(said.message).toContain('never asked for it again')
  expect(said.consequence).not.toContain('paid for')
})

test('the cause of a poll that came too early may be the interval of an earlier answer', () => {
  const keepsFirst = clientOf({ pause: (_, { pollAfterSeconds = 1 }) => pollAfterSeconds })
  expect(adviceFor('waits-poll-after', 'SCENARIO-POLL-CHANGES', keepsFirst).cause).toContain('earlier answer')
})

test('a wait that is too short says how much would have been noise', () => {
  const program = clientOf({ pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds / 2 })
  expect(adviceFor('waits-poll-after', 'SCENARIO-PROCESSING', program).message).toContain(
    'Up to 5 % of the interval and 5 ms are noise, and not counted.',
  )
})

test('the cause of a second purchase after a lookup that found none is the lookup', () => {
  const program = (client: Client) => {
    client.buy('SHOP:1')
    client.lookUp('SHOP:1')
    client.buy('SHOP:2')
  }
  expect(adviceFor('timeout-is-not-failure', 'SCENARIO-LOST-BEFORE', program).cause).toContain('lookup')
})

test('a lookup of the new reference is not that cause', () => {
  const program = (client: Client) => {
    client.buy('SHOP:1')
    client.lookUp('SHOP:2')
    client.buy('SHOP:2')
  }
  expect(adviceFor('timeout-is-not-failure', 'SCENARIO-LOST-BEFORE', program).cause).toContain(
    'begins again, with a new reference',
  )
})

test.each([
  ['a page', { origin: 'https://shop.example' }, 'page call your server'],
  ['a second header', { 'x-api-key': '[key]' }, 'one header'],
])('the fix of a key from %s is about that', (_, headers, remedy) => {
  const program = (client: Client) => client.call('GET', '/ping', { headers })
  expect(adviceFor('key-stays-on-server', 'SCENARIO-AT-ONCE', program).remedy).toContain(remedy)
})

test('what was asked before the purchase and refused is not called unread', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => [client.balance(), client.buy('SHOP:1')])
  const response = { status: 503, headers: {}, body: '', answeredMs: 0 }
  const said = adviceOn('balance-before-purchase', withExchange(trial, 0, { response }))
  expect(said.message).toMatch(/It asked, and was answered with 503\.$/)
  expect(said.remedy).toContain('answered with 200')
})

test('a client whose key is refused has not skipped what it could not read', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.buy('SHOP:1'))
  const exchanges = trial.exchanges.map((one) => ({
    ...one,
    response: one.response === null ? null : { ...one.response, status: 401 },
  }))
  expect(findingOf('ping-first', trial).verdict).toBe('broken')
  expect(findingOf('ping-first', { ...trial, exchanges }).verdict).toBe('not-observed')
})

test('a request for no operation gets the one that is near', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.call('GET', '/orders'))
  const nearMiss = {
    operation: 'createOrder' as const,
    differs: ['The method is "GET"; this operation\'s is POST.'],
    clause: 'documented-operations-only',
    gap: null,
  }
  const near = withExchange(trial, 0, { operation: null, nearMiss })
  expect(findingOf('documented-operations-only', near).message).toContain(
    'Did you mean POST /orders? The method is "GET"',
  )
})
