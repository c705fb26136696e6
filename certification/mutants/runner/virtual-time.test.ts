import { expect, test } from 'vitest'
import { virtualTime } from './virtual-time.ts'

test('an hour passes at once, and shorter waits end first', async () => {
  const time = virtualTime()
  const woken: string[] = []
  const waits = [3_600_000, 20, 20.5].map(async (ms) => {
    await time.sleep(ms)
    woken.push(`${ms} at ${time.clock.now()}`)
  })
  expect(await time.run(Promise.all(waits), 3_600_000)).toBe(true)
  expect(woken).toEqual(['20 at 20', '20.5 at 20.5', '3600000 at 3600000'])
})

test('a task beyond the limit is not done, and the time does not advance', async () => {
  const time = virtualTime()
  expect(await time.run(time.sleep(20), 10)).toBe(false)
  expect(time.clock.now()).toBe(0)
})

test('a task that waits for something that never comes is rejected', async () => {
  await expect(virtualTime().run(new Promise(() => {}), 10)).rejects.toThrow('nothing is due')
})

test('an aborted wait ends at once, and never advances the time', async () => {
  const time = virtualTime()
  const stop = new AbortController()
  const waits = time.sleep(20, stop.signal)
  stop.abort('enough')
  await expect(waits).rejects.toBe('enough')
  await expect(time.run(new Promise(() => {}), 30)).rejects.toThrow('nothing is due')
})
