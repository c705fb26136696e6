import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyTime } from '../../testing/model/account.fixture.ts'
import { changedAnchor, commonAnchor, sandboxTimeAt, type TimeChange } from './sandbox-clock.ts'

const change: fc.Arbitrary<TimeChange> = fc.oneof(
  fc.constantFrom<TimeChange>({ freeze: true }, { resume: true }),
  // Powers of two, so that no rounding comes between the two.
  fc.constantFrom(0.5, 1, 8, 64).map((speed) => ({ speed })),
  fc.constantFrom(0, 0.25, 2).map((advanceSeconds) => ({ advanceSeconds })),
)

test('after any changes at any times, the time of a sandbox is that of the model', () => {
  const events = fc.array(fc.record({ afterMs: fc.nat(5_000), change }), { maxLength: 20 })
  const property = fc.property(fc.constantFrom(1, 64), events, fc.nat(5_000), (speed, changes, laterMs) => {
    const model = new KeyTime(0)
    model.change({ speed })
    let [clock, anchor] = [0, commonAnchor(0, speed)]
    for (const { afterMs, change } of changes) {
      clock += afterMs
      model.pass(afterMs)
      model.change(change)
      anchor = changedAnchor(anchor, clock, change)
    }
    model.pass(laterMs)
    expect(sandboxTimeAt(anchor, clock + laterMs)).toBe(model.now)
  })
  fc.assert(property)
})
