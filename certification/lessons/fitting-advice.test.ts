import { expect, test } from 'vitest'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { adviceOn, findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal, type Program, withExchange } from '../testing/client-journal.fixture.ts'
import { clientOf } from '../testing/clients.fixture.ts'

/** What is said of a client in one scenario: what happened, and the advice. */
function saidOf(id: ClientClauseId, sku: ScenarioSku, program: Program): Lesson & { message: string | null } {
  const trial = clientJournal(sku, program)
  return adviceOn(id, trial)
}

test('a client that ended right after a lookup was refused reads the status, and nothing of a number of polls', () => {
  const said = saidOf('follows-until-settled', 'SCENARIO-LOOKUP-LATE', clientOf({ afterMiss: 'fail' }))
  expect(said.message).toContain('its last lookup was answered with 404, and it did not ask again')
  expect(said).toMatchObject({
    cause: expect.stringContaining('ends the loop'),
    remedy: expect.stringContaining('still PROCESSING'),
  })
})

test('one that ended after a fixed number of polls reads how many, and that the number is the cause', () => {
  const said = saidOf('follows-until-settled', 'SCENARIO-LONG', clientOf({ mostPolls: 5 }))
  expect(said.message).toContain('after poll 5, which said PROCESSING, it did not ask again')
  expect(said.cause).toContain('number of polls')
})

test('one that never asked again after a lookup reads of the position of its status, and nothing of a number of polls', () => {
  const program = clientOf({ readLookup: () => ({ status: 'undefined' }) })
  const said = saidOf('follows-until-settled', 'SCENARIO-PROCESSING', program)
  expect(said.message).toContain('after poll 1, which said PROCESSING, it did not ask again')
  expect(said.cause).toContain('not read at data.order')
})

test('one that leaves an order that fails reads nothing of a card that is paid for', () => {
  const said = saidOf('follows-until-settled', 'SCENARIO-FAILS', clientOf({ mostPolls: 0 }))
  expect(said.message).toContain('never asked for it again')
  expect(said.consequence).not.toContain('paid for')
})

test('one that exits with 1 after a success reads of its exit, and nothing of a loop', () => {
  const said = saidOf('follows-until-settled', 'SCENARIO-PROCESSING', clientOf({ isSuccess: () => false }))
  expect(said.message).toContain('its process exited with 1')
  expect(said.remedy).toMatch(/^Exit with 0/)
  expect(said.remedy).toContain('its status is "COMPLETED"')
})

test.each([
  ['no wait', () => 0, 'There is no wait'],
  ['milliseconds', (asked: number) => asked / 1000, 'milliseconds'],
  ['the interval of an earlier answer', (_: number, first: number) => first, 'earlier answer'],
])('the cause of a poll that came too early is %s', (_, pause, cause) => {
  const program = clientOf({
    pause: ({ pollAfterSeconds = 1 }, first) => pause(pollAfterSeconds, first.pollAfterSeconds ?? 1),
  })
  expect(saidOf('waits-poll-after', 'SCENARIO-POLL-CHANGES', program).cause).toContain(cause)
})

test('a client whose process goes on after its card was bought reads what keeps it running', () => {
  const said = saidOf('follows-until-settled', 'SCENARIO-AT-ONCE', (client) => {
    client.prepare()
    client.buy('SHOP:1')
    client.wait(100)
  })
  expect(said.message).toContain('still running')
  expect(said.cause).toContain('keeps the process running')
})

test('a wait that is too short says how much would have been noise', () => {
  const program = clientOf({ pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds / 2 })
  expect(saidOf('waits-poll-after', 'SCENARIO-PROCESSING', program).message).toContain(
    'Up to 5 % of the interval and 5 ms are noise, and not counted.',
  )
})

test('the cause of a second purchase after a lookup that found none is the lookup', () => {
  const program = (client: Client) => {
    client.buy('SHOP:1')
    client.lookUp('SHOP:1')
    client.buy('SHOP:2')
  }
  expect(saidOf('timeout-is-not-failure', 'SCENARIO-LOST-BEFORE', program).cause).toContain('lookup')
})

test('a lookup of the new reference is not that cause', () => {
  const program = (client: Client) => {
    client.buy('SHOP:1')
    client.lookUp('SHOP:2')
    client.buy('SHOP:2')
  }
  expect(saidOf('timeout-is-not-failure', 'SCENARIO-LOST-BEFORE', program).cause).toContain(
    'begins again, with a new reference',
  )
})

test.each([
  ['text/plain', { headers: { 'content-type': 'text/plain' } }, 'Content-Type: application/json'],
  ['no JSON', { body: 'sku=A' }, 'JSON library'],
  ['a field of another name', { body: { reference: 'SHOP:1', sku: 'A' } }, 'two fields'],
])('the fix of a purchase with %s is about that', (_, sending, remedy) => {
  const program = (client: Client) => client.buy('SHOP:1', sending)
  expect(saidOf('exactly-two-fields', 'SCENARIO-AT-ONCE', program).remedy).toContain(remedy)
})

test.each([
  ['a page', { origin: 'https://shop.example' }, 'page call your server'],
  ['a second header', { 'x-api-key': '[key]' }, 'one header'],
])('the fix of a key from %s is about that', (_, headers, remedy) => {
  const program = (client: Client) => client.call('GET', '/ping', { headers })
  expect(saidOf('key-stays-on-server', 'SCENARIO-AT-ONCE', program).remedy).toContain(remedy)
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
