import { expect, test } from 'vitest'
import { idleClock, pause } from './idle-clock.fixture.ts'

test('alarms ring in the order of their times, and exactly then', async () => {
  const clock = idleClock(0)
  const woken: string[] = []
  const sleeper = async (name: string, ...pauses: readonly number[]) => {
    for (const ms of pauses) {
      await pause(clock, ms)
      woken.push(`${name} ${clock.now()}`)
    }
  }
  await Promise.all([sleeper('a', 30, 30), sleeper('b', 50), sleeper('c', 10, 45)])
  expect(woken).toEqual(['c 10', 'a 30', 'b 50', 'c 55', 'a 60'])
})

test('the time stands still while some code still works', async () => {
  const clock = idleClock(0)
  const late = pause(clock, 5).then(() => clock.now())
  for (let step = 0; step < 1000; step += 1) await Promise.resolve()
  expect(clock.now()).toBe(0)
  expect(await late).toBe(5)
})

test('a cancelled alarm does not ring, and does not advance the time', async () => {
  const clock = idleClock(0)
  const cancel = clock.after(1000, () => expect.unreachable())
  clock.after(10, cancel)
  await pause(clock, 20)
  await new Promise(setImmediate)
  expect(clock.now()).toBe(20)
})

test('two clocks run for an hour each, independently', async () => {
  const [one, other] = [idleClock(0), idleClock(0)]
  const poll = async (clock: typeof one, ms: number) => {
    while (clock.now() < 3_600_000) await pause(clock, ms)
    return clock.now()
  }
  expect(await Promise.all([poll(one, 7000), poll(other, 11_000)])).toEqual([3_605_000, 3_608_000])
})
