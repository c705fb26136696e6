import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { createApp } from '../mock-server/app.ts'
import { inProcess } from './http/network.ts'
import type { Planned } from './plan.ts'
import { advancedPace } from './run/pace.ts'
import { openSession, type Session } from './run/session.ts'
import { targetOf } from './run/target.ts'
import { runChecks } from './run-checks.ts'

/** A session with a mock in this process, and how many requests have arrived there. */
function sessionOf(onArrival: (arrived: number) => void = () => {}, signal?: AbortSignal) {
  const clock = manualClock()
  const app = createApp({ clock })
  let arrived = 0
  const network = inProcess(async (request) => {
    arrived += 1
    onArrival(arrived)
    return app.fetch(request)
  })
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_run_checks' })
  const session = openSession(target, { network, pace: advancedPace(clock), ...(signal && { signal }) })
  return { session, arrivedSoFar: () => arrived }
}

const planned = (check: string, run: Planned['run']): Planned => ({
  subject: { kind: 'clause', clause: 'ping-ok', check },
  title: check,
  run,
})

test('a check that waits for a later one of the plan ends, too', async () => {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const waiting = planned('waiting', () => done.then(() => []))
  const waitedFor = planned('waited-for', async () => {
    resolve()
    return []
  })
  const results = await runChecks(sessionOf().session, { plan: [waiting, waitedFor] })
  expect(results.map(({ subject, verdict }) => [subject, verdict])).toEqual([
    [waitedFor.subject, 'kept'],
    [waiting.subject, 'kept'],
  ])
})

test('once the signal aborts, nothing more is sent, and only the checks that had ended have a result', async () => {
  const stop = new AbortController()
  const { session, arrivedSoFar } = sessionOf((arrived) => arrived === 5 && stop.abort(), stop.signal)
  const quick = planned('quick', async ({ api }) => [(await api.send({ operation: 'ping' })).exchange])
  const endless = planned('endless', async ({ api, pace }: Session) => {
    for (;;) {
      // A check may continue after a failure: the session must not send.
      await api.send({ operation: 'getBalance' }).catch(() => undefined)
      await pace.sleep(1000)
    }
  })
  const heard: string[] = []
  const results = await runChecks(session, {
    plan: [quick, endless],
    onResult: ({ verdict }) => heard.push(verdict),
  })
  expect(results.map(({ subject }) => subject)).toEqual([quick.subject])
  expect(heard).toEqual(['kept'])
  await expect(session.api.send({ operation: 'ping' })).rejects.toThrow()
  await expect(session.abandon({ body: '{}', afterMs: 0 })).rejects.toThrow()
  expect(arrivedSoFar()).toBe(5)
})
