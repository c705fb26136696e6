import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { judgeTrials } from '../judge.ts'
import { certify, FACTS } from '../testing/certification.fixture.ts'
import { type Client, clientJournal } from '../testing/client-journal.fixture.ts'
import { type Behaviour, clientOf } from '../testing/clients.fixture.ts'

const remarksOf = (behaviour: Partial<Behaviour>) => certify(clientOf(behaviour)).remarks
const scenariosWith = (id: string, behaviour: Partial<Behaviour>) => {
  const program = clientOf(behaviour)
  const { remarks } = certify((client) => {
    program(client)
    return 0
  })
  return remarks.flatMap((remark) => (remark.id === id ? (remark.scenario ?? []) : []))
}

test('a correct client gets no remark', () => {
  expect(remarksOf({})).toEqual([])
})

test('a client that exits with 0 without a bought card gets a remark with the possible cost', () => {
  expect(scenariosWith('exit-zero-without-purchase', {})).toEqual([
    'SCENARIO-FAILS',
    'SCENARIO-TOO-DEAR',
    'SCENARIO-WITHDRAWN',
    'SCENARIO-KEY-REVOKED',
  ] satisfies ScenarioSku[])
  const [, dear] = remarksOf({ isSuccess: () => true })
  expect(dear?.message).toContain('a card of')
})

test('a remark changes no verdict', () => {
  const program = clientOf({})
  const always = certify((client) => {
    program(client)
    return 0
  })
  expect(always.outcome).toBe('kept')
})

test('a client that gives up a paid card after one lookup gets a remark', () => {
  const program = clientOf({})
  const { remarks } = certify((client) => {
    if (client.sku !== 'SCENARIO-LOST-AND-LATE') return program(client)
    client.prepare()
    client.buy('SHOP:1')
    client.lookUp('SHOP:1')
    return 2
  })
  const [{ id, scenario, message } = {}, ...more] = remarks
  expect([id, scenario, more.length]).toEqual(['gave-up-unknown', 'SCENARIO-LOST-AND-LATE', 0])
  expect(message).toContain('its process exited with 2 before any answer said so')
})

test('one more lookup of a settled order gets a remark', () => {
  const confirming = { afterSettled: (client: Client, reference: string) => client.lookUp(reference) }
  expect(remarksOf(confirming).every(({ id }) => id === 'asked-after-settled')).toBe(true)
  expect(remarksOf(confirming).length).toBeGreaterThan(10)
})

test('a client that drops the fraction of an interval is kept, with a remark', () => {
  const behaviour = {
    pause: ({ pollAfterSeconds = 1 }: { pollAfterSeconds?: number }) => Math.floor(pollAfterSeconds) + 0.02,
  }
  expect(remarksOf(behaviour)).toMatchObject([{ id: 'waits-whole-seconds', scenario: 'SCENARIO-FRACTION' }])
  expect(certify(clientOf(behaviour)).outcome).toBe('kept')
})

test('a client that goes on with a refused key is certified, with a remark on what it sent until it was ended', () => {
  const endless = clientOf({ isSuccess: () => true })
  const { outcome, remarks } = certify((client) => {
    endless(client)
    while (client.lookUp('SHOP:endless').status === 401) client.wait(1)
  })
  expect(outcome).toBe('kept')
  expect(remarks.find(({ id }) => id === 'had-to-be-ended')).toMatchObject({
    scenario: 'SCENARIO-KEY-REVOKED',
    message: expect.stringContaining(
      'again and again it sent GET /orders/{partnerReference}, answered with 401',
    ),
  })
})

test('a client that had to be ended before its card was settled gets a remark in every incomplete scenario', () => {
  const reference = 'SHOP:1'
  const { scenarios, remarks } = certify((client) => {
    client.prepare()
    client.buy(reference)
    for (;;) {
      client.wait(2)
      client.call('GET', `/order-status/${encodeURIComponent(reference)}`)
    }
  })
  const incomplete = scenarios?.filter(({ outcome }) => outcome === 'incomplete').map(({ sku }) => sku) ?? []
  const ended = remarks.filter(({ id }) => id === 'had-to-be-ended').map(({ scenario }) => scenario)
  expect(incomplete.length).toBeGreaterThan(10)
  expect(ended).toEqual(expect.arrayContaining(incomplete))
})

test('a lookup at another path gets one remark, with the line of a profile that has it there', () => {
  const { remarks } = certify((client) => {
    client.prepare()
    client.buy('SHOP:1')
    client.call('GET', '/orders/by-reference/SHOP%3A1')
    return 1
  })
  const messages = new Set(remarks.flatMap(({ id, message }) => (id === 'lookup-elsewhere' ? [message] : [])))
  expect([...messages]).toEqual([
    'It asked GET /orders/by-reference/{partnerReference}, where this profile has no operation: its lookup is GET /orders/{partnerReference}. The reference shows neither. If the service has it there, the profile says "lookup": {"method":"GET","path":"/orders/by-reference/{partnerReference}"}.',
  ])
})

test('a client that exits with 1 after it bought every card is kept, with a remark', () => {
  const buys = clientOf({})
  const { outcome, remarks } = certify((client) => {
    buys(client)
    return 1
  })
  expect(outcome).toBe('kept')
  expect(remarks.filter(({ id }) => id === 'exit-nonzero-after-purchase').length).toBeGreaterThan(10)
})

test('a client that does not end gets a remark on that, and no other', () => {
  const hangs = (client: Client) => {
    client.prepare()
    client.buy('SHOP:1')
    client.wait(1000)
  }
  const trial = clientJournal('SCENARIO-AT-ONCE', hangs)
  const { remarks } = judgeTrials([trial], DEFAULT_PROFILE, { ...FACTS, scenarios: [trial.scenario] })
  expect(remarks.map(({ id }) => id)).toEqual(['had-to-be-ended'])
})

test.each([
  ['at once, and then after a second', [0.01, 1]],
  ['after a second each time', [1, 1]],
])('a client that retries %s gets no remark', (_, pauses) => {
  const retries = (client: Client) => {
    client.prepare()
    for (const pause of [...pauses, 1]) {
      if (client.buy('SHOP:1').status === 200) return
      client.wait(pause)
    }
  }
  const trial = clientJournal('SCENARIO-UNAVAILABLE', retries)
  const { remarks } = judgeTrials([trial], DEFAULT_PROFILE, { ...FACTS, scenarios: [trial.scenario] })
  expect(remarks).toEqual([])
})

test('a client that keeps retrying without a wait gets a remark', () => {
  const { remarks } = certify((client) => {
    client.prepare()
    while (![200, 404].includes(client.buy('SHOP:1').status)) client.wait(0.01)
  })
  const hasty = remarks.filter(({ id }) => id === 'retries-without-wait').map(({ scenario }) => scenario)
  expect(hasty).toContain('SCENARIO-UNAVAILABLE')
})
