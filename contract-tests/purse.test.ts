import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_MAX_PURCHASES, PURCHASE_STEPS, type PurchaseStepName } from './purchase-plan.ts'
import { Purse } from './purse.ts'
import { NotObserved } from './signals.ts'

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
  const purse = new Purse(4)
  expect(() => purse.reserve('simultaneous')).toThrow(
    /needs 5 of the budget, which has 4 of 4 left\. Raise --max-purchases\./,
  )
  purse.reserve('first')
})

test('what no step has set aside can not be spent', () => {
  expect(() => new Purse(10).spend()).toThrow('no step had set aside')
})

test('the default covers every step', () => {
  const purse = new Purse(DEFAULT_MAX_PURCHASES)
  for (const name of names) purse.reserve(name)
  expect(purse.sent).toBe(0)
})
