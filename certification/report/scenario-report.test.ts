import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { judgeTrials } from '../judge.ts'
import { FACTS } from '../testing/certification.fixture.ts'
import { clientJournal } from '../testing/client-journal.fixture.ts'
import { clientOf } from '../testing/clients.fixture.ts'

const scenarioOf = (behaviour: Parameters<typeof clientOf>[0], sku: Parameters<typeof clientJournal>[0]) =>
  judgeTrials([clientJournal(sku, clientOf(behaviour))], DEFAULT_PROFILE, FACTS).scenarios?.[0]

test('the timeline shows when an early poll was allowed, and which clause it breaks', () => {
  const timeline = scenarioOf({ pause: () => 1.02 }, 'SCENARIO-POLL-CHANGES')?.timeline ?? []
  const orders = timeline.filter(
    ({ operation }) => operation === 'createOrder' || operation === 'lookupOrder',
  )
  const [purchase, first, second] = orders
  expect(purchase).toMatchObject({
    orderStatus: 'PROCESSING',
    pollAfterSeconds: 1,
    effect: 'recorded',
    allowedFromMs: null,
    breaks: [],
  })
  expect(first).toMatchObject({ orderStatus: 'PROCESSING', pollAfterSeconds: 2, breaks: [] })
  expect(first?.allowedFromMs).toBeCloseTo((purchase?.answeredMs ?? 0) + 1000)
  expect(second).toMatchObject({ partnerReference: 'SHOP:1', breaks: ['waits-poll-after'] })
  expect(second?.allowedFromMs).toBeGreaterThan(second?.arrivedMs ?? 0)
})

test('the times of a timeline count from the start of the scenario', () => {
  expect(scenarioOf({}, 'SCENARIO-AT-ONCE')?.timeline[0]).toMatchObject({
    seq: 0,
    arrivedMs: 1,
    deliveredMs: 3,
  })
})

test('the timeline shows the fault of a lost answer, and no summary, since the client received none', () => {
  const lost = scenarioOf({}, 'SCENARIO-LOST-BEFORE')?.timeline.find(({ fault }) => fault !== null)
  expect(lost).toMatchObject({
    delivery: 'lost',
    httpStatus: null,
    orderStatus: null,
    fault: { does: 'reset' },
  })
})

test('the balance falls by each recorded purchase, and rises again when an order fails', () => {
  expect(scenarioOf({}, 'SCENARIO-TWO-CARDS')?.balance).toEqual({ before: '150.00 USD', after: '100.00 USD' })
  expect(scenarioOf({}, 'SCENARIO-FAILS')?.balance).toEqual({ before: '150.00 USD', after: '150.00 USD' })
})
