import { expect, test } from 'vitest'
import { type Clock, manualClock } from '../../contract/clock.ts'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { inProcess } from '../http/network.ts'
import { editSummary, type Middleware } from '../mutants/middleware.ts'
import { fetchChanged } from '../mutants/serve-changed.ts'
import { buildReport } from '../report/build-report.ts'
import { FACTS } from '../report/report.fixture.ts'
import { advancedPace } from '../run/pace.ts'
import { openSession } from '../run/session.ts'
import { targetOf } from '../run/target.ts'
import { runChecks } from '../run-checks.ts'

const KEY = 'pk_test_settling'

/** The report of a run against a changed mock, on a clock that only waiting advances. */
async function reportOf(change: (clock: Clock) => Middleware, profile: PartialProfile = {}) {
  const clock = manualClock()
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: KEY, profile })
  const network = inProcess(fetchChanged(change(clock), { clock }))
  const results = await runChecks(openSession(target, { pace: advancedPace(clock), network }))
  const { clauses, assumptions } = buildReport({ ...FACTS, profile: resolveProfile(profile) }, results)
  return {
    clause: clauses.find(({ id }) => id === 'order-leaves-processing'),
    assumption: assumptions.find(({ gap }) => gap === 'settlement-time'),
  }
}

const neverSettles = () => editSummary(() => ({ status: 'PROCESSING', pollAfterSeconds: 5 }))

test('an order that does not settle in an assumed time differs from the assumption, and breaks no clause', async () => {
  const { clause, assumption } = await reportOf(neverSettles)
  expect(clause?.verdict).toBe('not-observed')
  expect(clause?.checks.map(({ message }) => message).join()).toMatch(
    /after \d+ polls .* the profile assumes it/,
  )
  expect(assumption).toMatchObject({ verdict: 'differs', provenance: 'assumed' })
  expect(assumption?.message).toMatch(/still PROCESSING after \d+ polls/)
})

test.each(['observed', 'confirmed'] as const)(
  'in a time that was %s, it breaks the clause',
  async (provenance) => {
    const { clause } = await reportOf(neverSettles, { provenance: { 'limits.settleSeconds': provenance } })
    expect(clause?.verdict).toBe('broken')
  },
)

test('an order that asks to wait for longer than that is said to ask so, and is not said to take so long', async () => {
  const asksFor1000 = () =>
    editSummary((summary) =>
      summary.status === 'PROCESSING' ? { ...summary, pollAfterSeconds: 1000 } : summary,
    )
  const { clause, assumption } = await reportOf(asksFor1000)
  expect(clause?.verdict).toBe('not-observed')
  expect(clause?.checks[0]?.message).toContain('asked to wait 1,000 s before the next poll')
  expect(assumption?.verdict).toBe('not-observed')
  expect(assumption?.message).toContain('asked to wait 1,000 s before the next poll')
})

test('an order that asks to be polled at once is polled every 100 ms, and no faster', async () => {
  const moments = new Map<string, number[]>()
  const asksAtOnce = (clock: Clock): Middleware => {
    const answer = editSummary(() => ({ status: 'PROCESSING', pollAfterSeconds: 0 }))
    return (request, forward, operation) => {
      const isOwn = request.headers.get('Authorization') === `Bearer ${KEY}`
      if (operation === 'lookupOrder' && isOwn)
        moments.set(request.url, [...(moments.get(request.url) ?? []), clock.now()])
      return answer(request, forward, operation)
    }
  }
  await reportOf(asksAtOnce, { limits: { settleSeconds: 2 } })
  const polled = [...moments.values()].filter((times) => times.length > 10)
  expect(polled.length).toBeGreaterThan(0)
  const pauses = polled.flatMap((times) =>
    times.slice(2, -1).map((at, index) => at - (times[index + 1] ?? 0)),
  )
  expect(Math.min(...pauses)).toBe(100)
})
