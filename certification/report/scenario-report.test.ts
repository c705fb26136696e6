import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { judgeTrials } from '../judge.ts'
import { FACTS } from '../testing/certification.fixture.ts'
import { clientJournal } from '../testing/client-journal.fixture.ts'
import { clientOf } from '../testing/clients.fixture.ts'

const scenarioOf = (behaviour: Parameters<typeof clientOf>[0], sku: Parameters<typeof clientJournal>[0]) =>
  judgeTrials([clientJournal(sku, clientOf(behaviour))], DEFAULT_PROFILE, FACTS).scenarios?.[0]

test('an early poll shows when it was allowed, and the clause that it breaks', () => {
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

test('times count from when the scenario began', () => {
  expect(scenarioOf({}, 'SCENARIO-AT-ONCE')?.timeline[0]).toMatchObject({
    seq: 0,
    arrivedMs: 1,
    deliveredMs: 3,
  })
})

test('a lost answer shows its fault, and no summary, since the client did not receive it', () => {
  const lost = scenarioOf({}, 'SCENARIO-LOST-BEFORE')?.timeline.find(({ fault }) => fault !== null)
  expect(lost).toMatchObject({
    delivery: 'lost',
    httpStatus: null,
    orderStatus: null,
    fault: { does: 'reset' },
  })
})

test('the balance moves by what was recorded, and back by what failed', () => {
  expect(scenarioOf({}, 'SCENARIO-TWO-CARDS')?.balance).toEqual({ before: '150.00 USD', after: '100.00 USD' })
  expect(scenarioOf({}, 'SCENARIO-FAILS')?.balance).toEqual({ before: '150.00 USD', after: '150.00 USD' })
})
