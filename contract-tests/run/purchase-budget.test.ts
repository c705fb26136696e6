import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotObserved } from '../analysis/verdict-errors.ts'
import { PurchaseBudget } from './purchase-budget.ts'
import { PURCHASE_STEPS, type PurchaseStepName, purchasesNeeded, timesOf } from './purchase-plan.ts'

const names = Object.keys(PURCHASE_STEPS) as PurchaseStepName[]

test('for any sequence of steps, no more is spent than the limit', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.array(fc.constantFrom(...names), { maxLength: 40 }), (limit, steps) => {
      const budget = new PurchaseBudget(limit)
      for (const name of steps) {
        try {
          budget.reserve(name)
        } catch (cause) {
          expect(cause).toBeInstanceOf(NotObserved)
          continue
        }
        for (let sent = 0; sent < PURCHASE_STEPS[name].sends; sent += 1) budget.spend()
      }
      expect(budget.sent).toBeLessThanOrEqual(limit)
    }),
  )
})

test('a step that does not fit completely is not started, and its error says what to raise', () => {
  const budget = new PurchaseBudget(3)
  expect(() => budget.reserve('simultaneous')).toThrow(
    /needs 4 of the budget, which has 3 of 3 left\. Raise --max-purchases\./,
  )
  budget.reserve('first')
})

test('what no step has reserved can not be spent', () => {
  expect(() => new PurchaseBudget(10).spend()).toThrow('no step had reserved')
})

test.each([{ thorough: false }, { thorough: true }])('the default covers every step of a run: %o', (run) => {
  const budget = new PurchaseBudget(purchasesNeeded(run))
  for (const name of names) for (let times = timesOf(name, run); times > 0; times -= 1) budget.reserve(name)
  expect(budget.sent).toBe(0)
  expect(budget.covers('first')).toBe(false)
})

test('the usual run sends 24 purchases at most, a thorough one 120', () => {
  expect(purchasesNeeded({ thorough: false })).toBeLessThanOrEqual(24)
  expect(purchasesNeeded({ thorough: true })).toBeLessThanOrEqual(120)
})
