import { describe, expect, test } from 'vitest'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { idleClock } from './broken-servers/idle-clock.fixture.ts'
import { networkTo } from './broken-servers/in-process.fixture.ts'
import { runOn } from './broken-servers/run-on.fixture.ts'
import { type Call, KEY, type Order, SmallService } from './broken-servers/service.fixture.ts'
import type { Network } from './http/http-client.ts'
import { runSuite } from './run.ts'
import { paceOf } from './target/pace.ts'
import { targetOf } from './target/target.ts'

test('a service that keeps every clause but does not sell to the reference client leaves the run incomplete', async () => {
  class WritesNumbers extends SmallService {
    override amount(cents: number) {
      return { amount: cents / 100, currency: 'USD' }
    }
  }
  const { report } = await runOn({ service: (clock) => new WritesNumbers(clock) })
  expect(report.clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
  expect(report.outcome).toBe('incomplete')
  expect(report.message).toMatch(/^The reference client, .* failed at its purchase\. /)
})

test('an amount without its currency is another answer than the profile has, and says why no card was bought', async () => {
  class LeavesOutTheCurrency extends SmallService {
    override amount(cents: number) {
      return { amount: (cents / 100).toFixed(2) }
    }
  }
  const { report } = await runOn({ service: (clock) => new LeavesOutTheCurrency(clock) })
  expect(report.outcome).toBe('incomplete')
  const differing = report.assumptions.filter(({ verdict }) => verdict === 'differs')
  expect(differing.map(({ gap }) => gap)).toEqual(expect.arrayContaining(['price-fields', 'balance-fields']))
  expect(report.message).toMatch(/^The reference client, .* there is nothing, not a currency code/)
  expect(report.remarks.map(({ id }) => id)).not.toContain('reference-client')
})

test('a check that fails once and not again is not observed, with a remark', async () => {
  class FailsOnce extends SmallService {
    #replays = 0
    override replay(...given: Parameters<SmallService['replay']>) {
      this.#replays += 1
      return this.#replays === 2 ? this.refuse(404) : super.replay(...given)
    }
  }
  const { report } = await runOn({ service: (clock) => new FailsOnce(clock) })
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.flatMap(({ verdict, id }) => (verdict === 'kept' ? [] : [id]))).toEqual([
    'same-body-same-purchase',
  ])
  expect(report.remarks.map(({ id }) => id)).toEqual(['failed-once'])
})

test('a debit too much is shown by the balance before and after it', async () => {
  class ChargesAgain extends SmallService {
    override replay(...given: Parameters<SmallService['replay']>) {
      this.move(-given[0].card.cents)
      return super.replay(...given)
    }
  }
  const { report } = await runOn({ service: (clock) => new ChargesAgain(clock) })
  const checks = report.clauses.flatMap((clause) => clause.checks)
  const charged = checks.filter(({ message }) => message?.includes('off the balance, not 0 cards'))
  expect(charged.length).toBeGreaterThan(0)
  for (const { evidence } of charged) {
    const [first] = evidence
    const last = evidence.findLast(({ operation }) => operation === 'getBalance')
    expect(first?.operation).toBe('getBalance')
    expect(first?.response?.body).not.toBe(last?.response?.body)
  }
})

test('answers with a byte-order mark are read, with a remark', async () => {
  const clock = idleClock()
  const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY })
  const { cut, dispatch } = networkTo(new SmallService(clock), clock)
  const marked: Network['dispatch'] = async (...asked) => ({ ...(await dispatch(...asked)), hasMark: true })
  const { report } = await runSuite(target, { pace: paceOf(clock), network: { cut, dispatch: marked } })
  expect(report.outcome).toBe('kept')
  const message = expect.stringMatching(/^\d+ answers began with a byte-order mark, .*RFC 8259/)
  expect(report.remarks).toContainEqual({ id: 'byte-order-mark', message, scenario: null })
})

describe('an amount', () => {
  async function moneyFormatOf(amount: (cents: number) => string, profile: PartialProfile = {}) {
    const clock = idleClock()
    class Writes extends SmallService {
      override amount(cents: number) {
        return { amount: amount(cents) }
      }
    }
    const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY, profile })
    const network = networkTo(new Writes(clock), clock)
    const { report } = await runSuite(target, { pace: paceOf(clock), network })
    return report.assumptions.find(({ gap }) => gap === 'money-format')
  }

  test.each([
    ['"10000.0000" USD', (cents: number) => (cents / 100).toFixed(4), {}],
    ['"1000000.00" JPY', (cents: number) => cents.toFixed(2), { money: { currency: 'JPY' } }],
  ])('that ends in zeros that its currency does not have is read: %s', async (_, amount, profile) => {
    expect(await moneyFormatOf(amount, profile)).toMatchObject({ verdict: 'holds' })
  })

  test('in which a digit matters that its currency does not have differs from the profile, by name', async () => {
    const found = await moneyFormatOf((cents) => `${(cents / 100).toFixed(2)}1`)
    expect(found).toMatchObject({
      verdict: 'differs',
      message: expect.stringMatching(
        /^"[\d.]+1" at \/data\/balance\/amount is not an amount of USD .*: a digit after the first 2 decimals matters\. Change money\.currency/,
      ),
    })
  })
})

test('an ended run says so, and judges what it has seen', async () => {
  const clock = idleClock()
  const ending = new AbortController()
  class EndsIt extends SmallService {
    override purchase(call: Call) {
      ending.abort('The run reached its time limit.')
      return super.purchase(call)
    }
  }
  const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY })
  const surroundings = {
    pace: paceOf(clock),
    network: networkTo(new EndsIt(clock), clock),
    signal: ending.signal,
  }
  const { report } = await runSuite(target, surroundings)
  expect(report.outcome).toBe('incomplete')
  expect(report.message).toMatch(/^The run reached its time limit\. /)
  expect(report.clauses.find(({ id }) => id === 'ping-ok')?.verdict).toBe('kept')
})

test('a first purchase or a catalogue that is wrong only once breaks no clause', async () => {
  class WrongAtFirst extends SmallService {
    #reads = 0
    #purchases = 0
    override products() {
      this.#reads += 1
      return this.#reads === 1 ? [...super.products(), { name: 'a draft' }] : super.products()
    }
    override async purchase(call: Call) {
      this.#purchases += 1
      return this.#purchases <= 3 ? this.refuse(422) : super.purchase(call)
    }
  }
  const { report } = await runOn({ service: (clock) => new WrongAtFirst(clock) })
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(report.remarks.find(({ id }) => id === 'failed-once')?.message).toMatch(
    /product-has-sku.*order-two-fields/,
  )
})

test('a sold reference that no lookup finds because of its characters differs from the profile', async () => {
  class FindsPlainOnes extends SmallService {
    override lookup(reference: string) {
      return /[^\w:-]/.test(reference) ? this.refuse(404) : super.lookup(reference)
    }
  }
  const { report } = await runOn({ service: (clock) => new FindsPlainOnes(clock) })
  const limits = report.assumptions.find(({ gap }) => gap === 'reference-limits')
  expect(limits).toMatchObject({ verdict: 'differs', message: expect.stringContaining('no lookup finds it') })
  expect(report.outcome).toBe('kept')
})

test('one uncharged purchase of three is not observed, since that card may be free', async () => {
  class GivesOneAway extends SmallService {
    override debit(order: Order) {
      if (this.orders.size !== 3) super.debit(order)
    }
  }
  const { report } = await runOn({ service: (clock) => new GivesOneAway(clock) })
  const checks = report.clauses.flatMap((clause) => clause.checks)
  expect(checks.find(({ id }) => id === 'new-reference-new-purchase/additional')).toMatchObject({
    verdict: 'not-observed',
    message: expect.stringContaining(
      'took 2 cards off the balance, not 3 cards. Some of them may be cheaper, or free.',
    ),
  })
})

function checkIn(
  { clauses }: { readonly clauses: readonly { readonly checks: readonly { readonly id: string }[] }[] },
  id: string,
) {
  return clauses.flatMap(({ checks }) => checks).find((check) => check.id === id)
}

test('a check whose answers say nothing is not kept, whatever the balance says', async () => {
  class RepeatsNothing extends SmallService {
    override replay() {
      return this.refuse(503)
    }
  }
  const { report } = await runOn({ service: (clock) => new RepeatsNothing(clock) })
  expect(checkIn(report, 'same-body-same-purchase/again')).toMatchObject({ verdict: 'not-observed' })
})

test('an order that exceeds an assumed time to settle breaks nothing', async () => {
  const clock = idleClock()
  class NeverSettles extends SmallService {
    override isSettled() {
      return false
    }
  }
  const profile = { limits: { settleSeconds: 30 } }
  const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY, profile })
  const network = networkTo(new NeverSettles(clock), clock)
  const { report } = await runSuite(target, { pace: paceOf(clock), network })
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(checkIn(report, 'order-leaves-processing/every-order')).toMatchObject({ verdict: 'not-observed' })
})

test('a service that does not read lower-case escapes in a URL breaks lookup-position', async () => {
  class ReadsCapitals extends SmallService {
    override async answer(asked: Parameters<SmallService['answer']>[0]) {
      return /%[0-9]?[a-f]/.test(asked.target) ? this.refuse(404) : super.answer(asked)
    }
  }
  const { report } = await runOn({ service: (clock) => new ReadsCapitals(clock) })
  expect(checkIn(report, 'lookup-position/small-escapes')).toMatchObject({ verdict: 'broken' })
})
