import { expect, test } from 'vitest'
import { randomBy } from '../../contract/random.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { legalHistory, relaxedHistory } from './testing/generated-history.fixture.ts'
import { WAYS } from './testing/generated-service.fixture.ts'
import { type Finding, findingOf, judged } from './testing/judged.fixture.ts'

const HISTORIES = 100_000
/** The same for a day, so that what fails can be tried again. */
const FROM = Math.floor(Date.now() / 86_400_000) * HISTORIES
/** Of histories in which a balance is behind: there, the judge is not yet sound. */
const MOST_BEHIND = 0.005

test(`no clause of ${HISTORIES} services that keep them all is broken, from seed ${FROM}`, {
  timeout: 0,
}, () => {
  const wrong = { behind: [] as number[], other: [] as number[] }
  const services = { behind: 0, other: 0 }
  for (let seed = FROM; seed < FROM + HISTORIES; seed += 1) {
    const history = legalHistory(randomBy(seed))
    const kind = history.run.service.is.lagMs > 0 ? 'behind' : 'other'
    services[kind] += 1
    const { broken, ties } = judged(history)
    if (broken.length + ties.length > 0) wrong[kind].push(seed)
  }
  console.log(services, { behind: wrong.behind.length, seeds: wrong.behind.slice(0, 5) })
  expect(wrong.other).toEqual([])
  expect(wrong.behind.length / services.behind).toBeLessThan(MOST_BEHIND)
})

test(`one relaxed clause of ${HISTORIES} services is found, from seed ${FROM}`, { timeout: 0 }, () => {
  const shares: Record<string, Partial<Record<Finding | 'histories' | 'could show', number>>> = {}
  const wrong: string[] = []
  const clauses = Object.keys(WAYS) as ServerClauseId[]
  for (let seed = FROM; seed < FROM + HISTORIES; seed += 1) {
    const clause = clauses[seed % clauses.length] as ServerClauseId
    const history = relaxedHistory(clause, randomBy(seed))
    shares[clause] ??= {}
    const share = shares[clause]
    share.histories = (share.histories ?? 0) + 1
    if (!history.couldShow) continue
    const finding = findingOf(clause, history.way, judged(history))
    share['could show'] = (share['could show'] ?? 0) + 1
    share[finding] = (share[finding] ?? 0) + 1
    const isBehind = history.run.service.is.lagMs > 0
    if ((finding === 'missed' || finding === 'also another') && !isBehind)
      wrong.push(`${clause}: ${history.way}: ${seed}`)
  }
  console.table(shares)
  expect(wrong).toEqual([])
})
