import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Purse } from './purchase-budget.ts'
import { PURCHASE_STEPS, type PurchaseStepName, purchasesNeeded, timesOf } from './purchase-plan.ts'
import { NotObserved } from './verdict-errors.ts'

const names = Object.keys(PURCHASE_STEPS) as PurchaseStepName[]

test('whatever steps are asked for, no more is spent than the limit', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.array(fc.constantFrom(...names), { maxLength: 40 }), (limit, steps) => {
      const purse = new Purse(limit)
      for (const name of steps) {
        try {
          purse.reserve(name)
        } catch (cause) {
          expect(cause).toBeInstanceOf(NotObserved)
          continue
        }
        for (let sent = 0; sent < PURCHASE_STEPS[name].sends; sent += 1) purse.spend()
      }
      expect(purse.sent).toBeLessThanOrEqual(limit)
    }),
  )
})

test('a step that does not fit as a whole is not begun, and says what to raise', () => {
  const purse = new Purse(3)
  expect(() => purse.reserve('simultaneous')).toThrow(
    /needs 4 of the budget, which has 3 of 3 left\. Raise --max-purchases\./,
  )
  purse.reserve('first')
})

test('what no step has set aside can not be spent', () => {
  expect(() => new Purse(10).spend()).toThrow('no step had set aside')
})

test.each([{ thorough: false }, { thorough: true }])('the default covers every step of a run: %o', (run) => {
  const purse = new Purse(purchasesNeeded(run))
  for (const name of names) for (let times = timesOf(name, run); times > 0; times -= 1) purse.reserve(name)
  expect(purse.sent).toBe(0)
  expect(purse.covers('first')).toBe(false)
})

test('the usual run sends 24 purchases at the most, a thorough one 120', () => {
  expect(purchasesNeeded({ thorough: false })).toBeLessThanOrEqual(24)
  expect(purchasesNeeded({ thorough: true })).toBeLessThanOrEqual(120)
})
