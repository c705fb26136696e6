import fc from 'fast-check'
import { test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { memoryStore } from './memory-store.ts'
import { followJumps, jumps } from './store-jumps.fixture.ts'
import { attempts, changes, followInterleaved, followModel, followTime } from './store-model.fixture.ts'

test('after any run of purchases the balance is the opening balance, less the charges that have not returned', async () => {
  await fc.assert(fc.asyncProperty(attempts, (list) => followModel(memoryStore(), list)))
})

test('however purchases interleave, each reference is charged once and the balance never goes below zero', async () => {
  const property = fc.asyncProperty(attempts, fc.scheduler(), (list, scheduler) =>
    followInterleaved(memoryStore(), list, scheduler),
  )
  await fc.assert(property)
})

test('after any run of changes a sandbox is at the time that they come to', async () => {
  const property = fc.asyncProperty(changes, (list) => {
    const clock = manualClock()
    return followTime(memoryStore({ clock }), list, clock.advance)
  })
  await fc.assert(property)
})

test('with any jumps of its clock, no time and no order goes back, and time continues', async () => {
  const property = fc.asyncProperty(jumps, (steps) => {
    const clock = { ...manualClock(), ms: 1_000_000_000_000, now: () => clock.ms }
    const store = memoryStore({ clock })
    return followJumps(
      {
        store: () => store,
        async move(milliseconds) {
          clock.ms += milliseconds
        },
        // A memory ends with its process.
        restart: async () => {},
      },
      steps,
    )
  })
  await fc.assert(property)
})
