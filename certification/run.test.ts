import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import type { RunHead } from './journal.ts'
import { judgeJournal } from './judge.ts'
import type { CertificationProgress } from './options.ts'
import { certify } from './run.ts'

const AT_ONCE = 'SCENARIO-AT-ONCE'

describe.concurrent('certify', () => {
  test('tells a service where to call and what to buy, and judges what arrived', async () => {
    const finished = new AbortController()
    const seen: CertificationProgress[] = []
    const { report, journal, isCertified } = await certify({
      listen: { finished: finished.signal },
      only: [AT_ONCE],
      onProgress: async (progress) => {
        seen.push(progress)
        if (progress.event !== 'listening') return
        const [{ sku } = { sku: '' }] = progress.purchases
        await fetch(`${progress.url}/products/${sku}/price`, {
          headers: { Authorization: `Bearer ${progress.key}` },
        })
        await fetch(`${progress.url}/orders`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${progress.key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ partnerReference: 'SHOP:1', sku }),
        })
        finished.abort()
      },
    })
    expect(seen[0]).toMatchObject({ event: 'begun', scenarios: [{ sku: AT_ONCE }], of: SCENARIOS.length })
    expect(report.scenarios).toMatchObject([
      { sku: AT_ONCE, exit: null, clauses: { 'ping-first': 'broken' } },
    ])
    expect(isCertified).toBe(false)
    expect(judgeJournal(journal).report).toEqual(report)
  })

  test('names the cards of all scenarios anew in each run, and says what they do only in the recording', async () => {
    const run = async () => {
      const finished = new AbortController()
      const seen: CertificationProgress[] = []
      const { journal } = await certify({
        listen: { finished: finished.signal },
        onProgress: (progress) => {
          seen.push(progress)
          if (progress.event === 'listening') finished.abort()
        },
      })
      const { cards } = JSON.parse(journal.slice(0, journal.indexOf('\n'))) as RunHead
      return {
        cards: cards ?? {},
        purchases: seen.flatMap((one) => ('purchases' in one ? one.purchases : [])),
      }
    }
    const [one, other] = await Promise.all([run(), run()])
    expect(one.purchases.map(({ sku }) => sku).toSorted()).toEqual(Object.values(one.cards).toSorted())
    expect(one.purchases.every(({ story }) => story === null)).toBe(true)
    const skus = SCENARIOS.map(({ sku }) => sku)
    expect(Object.keys(one.cards).toSorted()).toEqual(skus.toSorted())
    // By chance, one in a hundred has the same.
    expect(skus.filter((sku) => one.cards[sku] === other.cards[sku]).length).toBeLessThan(6)
  })

  test('starts nothing more once it is stopped, and says so in the report', async () => {
    const { report } = await certify({
      command: [process.execPath, '--eval', ''],
      signal: AbortSignal.abort(),
    })
    expect(report.scenarios).toEqual([])
    expect(report.message).toMatch(
      /^The run was interrupted: 0 of \d+ scenarios had ended, and the others are not judged\./,
    )
  })

  test('refuses a scenario that is not there, and names those that are', async () => {
    await expect(certify({ command: ['node'], only: ['SCENARIO-NONE'] })).rejects.toThrow(
      `only SCENARIO-NONE: there is no such scenario. There are: ${SCENARIOS.map(({ sku }) => sku).join(', ')}.`,
    )
  })
})
