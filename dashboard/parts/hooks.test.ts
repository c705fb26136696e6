import { expect, test } from 'vitest'
import { coalesced } from './hooks.ts'

test('calls while a reading is under way make one more, and never two at once', async () => {
  const readings: PromiseWithResolvers<void>[] = []
  const refresh = coalesced(() => {
    const reading = Promise.withResolvers<void>()
    readings.push(reading)
    return reading.promise
  })
  const ended = refresh()
  await Promise.all([refresh(), refresh()])
  expect(readings).toHaveLength(1)
  readings[0]?.resolve()
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.resolve()
  await ended
  expect(readings).toHaveLength(2)
})

test('a reading that fails does not prevent the next', async () => {
  let readings = 0
  const refresh = coalesced(async () => {
    readings += 1
    if (readings === 1) throw new Error('gone')
  })
  await expect(refresh()).rejects.toThrow('gone')
  await refresh()
  expect(readings).toBe(2)
})
