import { describe, expect, test } from 'vitest'
import type { Clock } from '../contract/clock.ts'
import { idleClock } from './broken-servers/idle-clock.fixture.ts'
import { counting } from './broken-servers/run-on.fixture.ts'
import { type Call, KEY, SmallService, type Summary } from './broken-servers/service.fixture.ts'
import { runSuite } from './run.ts'
import { paceOf } from './target/pace.ts'
import { type TargetOptions, targetOf } from './target/target.ts'

type Server = new (clock: Clock) => SmallService

/** Runs the suite against a server, and counts the purchases that arrive there. */
async function purchasesAt(Server: Server, options: Partial<TargetOptions> = {}) {
  const clock = idleClock()
  const { arrived, network } = counting(Server, clock)
  const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY, ...options })
  const { report } = await runSuite(target, { pace: paceOf(clock), network })
  return { arrived: arrived.purchases, sent: report.purchases?.sent, remarks: report.remarks, report }
}

/** Sells for any purchase, even without a valid body. */
class SellsAnything extends SmallService {
  override async purchase() {
    return this.ok({ order: { order: { status: 'COMPLETED' } } })
  }
}

class SaysNothing extends SmallService {
  override async purchase() {
    return this.refuse(500)
  }
}

class Forgets extends SmallService {
  override lookup() {
    return this.refuse(404)
  }
}

class LosesAnswers extends SmallService {
  #answers = 0
  override async purchase(call: Call) {
    const answered = await super.purchase(call)
    this.#answers += 1
    return this.#answers % 2 === 0 ? null : answered
  }
}

describe('a run', () => {
  test('with a limit of 0 sends no purchase', async () => {
    expect(await purchasesAt(SellsAnything, { maxPurchases: 0 })).toMatchObject({ arrived: 0, sent: 0 })
  })

  test.each(['LIVE', 'test', undefined])('sends no purchase after ping said the mode %j', async (mode) => {
    class OfAnotherMode extends SellsAnything {
      override ping() {
        return { status: 'ok', mode }
      }
    }
    expect(await purchasesAt(OfAnotherMode)).toMatchObject({ arrived: 0, sent: 0 })
  })

  test.each([
    ['sells for anything', SellsAnything],
    ['says nothing', SaysNothing],
    ['forgets its orders', Forgets],
    ['loses every second answer', LosesAnswers],
  ] as const)(
    'sends no more purchases than the limit to a server that %s, and counts each',
    async (_, Server) => {
      for (const maxPurchases of [9, 1, 4, 15]) {
        const { arrived, sent } = await purchasesAt(Server, { maxPurchases })
        expect(arrived).toBe(sent)
        expect(sent).toBeLessThanOrEqual(maxPurchases)
      }
    },
  )
})

test('a check does not begin if the rest of the limit does not cover its purchases', async () => {
  const { report } = await purchasesAt(SmallService, { maxPurchases: 3 })
  const checks = report.clauses.flatMap((clause) => clause.checks)
  const message = checks.find(({ id }) => id === 'new-reference-new-purchase/additional')?.message
  expect(message).toContain('this needs 3 purchases, and 2 of 3 are left')
})

describe('an order that asks for a wait', () => {
  const askingFor = (pollAfterSeconds: number) =>
    class extends SmallService {
      override summary(): Summary {
        return { status: 'PROCESSING', pollAfterSeconds }
      }
    }
  const profile = { limits: { settleSeconds: 1 } }

  test.each([0, 1e-9])('of %s s is polled later than it asks, and the report says why', async (seconds) => {
    const { remarks } = await purchasesAt(askingFor(seconds), { profile })
    const message = expect.stringContaining(`asked to be polled again after ${seconds} s`)
    expect(remarks).toContainEqual({ id: 'polls-bounded', scenario: null, message })
  })

  test('of 100 ms is polled as it asks, without a remark', async () => {
    const { remarks } = await purchasesAt(askingFor(0.1), { profile })
    expect(remarks.map(({ id }) => id)).not.toContain('polls-bounded')
  })
})
