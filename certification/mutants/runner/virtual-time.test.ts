import { expect, test } from 'vitest'
import { virtualTime } from './virtual-time.ts'

test('an hour passes at once, and shorter waits end before longer ones', async () => {
  const time = virtualTime()
  const woken: string[] = []
  const waits = [3_600_000, 20, 20.5].map(async (ms) => {
    await time.sleep(ms)
    woken.push(`${ms} at ${time.clock.now()}`)
  })
  expect(await time.run(Promise.all(waits), 3_600_000)).toBe(true)
  expect(woken).toEqual(['20 at 20', '20.5 at 20.5', '3600000 at 3600000'])
})

test('a task that takes longer than the limit is not done, and no time after it passes', async () => {
  const time = virtualTime()
  expect(await time.run(time.sleep(20), 10)).toBe(false)
  expect(time.clock.now()).toBe(0)
})

test('a task that waits for nothing that is due says so', async () => {
  await expect(virtualTime().run(new Promise(() => {}), 10)).rejects.toThrow('nothing is due')
})

test('a wait that is called off ends at once, and is due no more', async () => {
  const time = virtualTime()
  const stop = new AbortController()
  const waits = time.sleep(20, stop.signal)
  stop.abort('enough')
  await expect(waits).rejects.toBe('enough')
  await expect(time.run(new Promise(() => {}), 30)).rejects.toThrow('nothing is due')
})
