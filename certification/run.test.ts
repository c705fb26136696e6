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

  test('reports the same balances as the mock told the service, also between purchases of other cards', async () => {
    const finished = new AbortController()
    const balances: string[] = []
    const { report } = await certify({
      listen: { finished: finished.signal },
      only: [AT_ONCE, 'SCENARIO-LOST-AFTER', 'SCENARIO-FAILS'],
      onProgress: async (progress) => {
        if (progress.event !== 'listening') return
        const { url, key } = progress
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
        const buy = async (sku: string, partnerReference: string) => {
          const body = JSON.stringify({ partnerReference, sku })
          await fetch(`${url}/orders`, { method: 'POST', headers, body }).catch(() => {})
          const answer = await fetch(`${url}/balance`, { headers })
          balances.push(JSON.parse(await answer.text()).data.balance.amount)
        }
        await buy(AT_ONCE, 'SHOP:1')
        await buy('SCENARIO-LOST-AFTER', 'SHOP:2')
        await buy('SCENARIO-FAILS', 'SHOP:3')
        // The client buys again after the lost answer.
        await buy('SCENARIO-LOST-AFTER', 'SHOP:4')
        finished.abort()
      },
    })
    /** The balance after so many cards: the partner has 150.00 for each scenario, and a card costs 25.00. */
    const left = (cards: number) => `${SCENARIOS.length * 150 - cards * 25}.00`
    expect(balances).toEqual([left(1), left(2), left(3), left(4)])
    expect(report.scenarios?.map(({ sku, balance }) => [sku, balance])).toEqual([
      [AT_ONCE, { before: `${left(0)} USD`, after: `${left(1)} USD` }],
      ['SCENARIO-FAILS', { before: `${left(2)} USD`, after: `${left(3)} USD` }],
      ['SCENARIO-LOST-AFTER', { before: `${left(1)} USD`, after: `${left(4)} USD` }],
    ])
    const advice = JSON.stringify(report.clauses.find(({ id }) => id === 'timeout-is-not-failure'))
    expect(advice).toContain(`${left(1)} USD → ${left(2)} USD`)
    expect(advice).toContain(`${left(3)} USD → ${left(4)} USD`)
  })

  test('renames all cards in each run, and only the recording says which scenario each belongs to', async () => {
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
    // By chance, one card in a hundred keeps its name.
    expect(skus.filter((sku) => one.cards[sku] === other.cards[sku]).length).toBeLessThan(6)
  })

  test('starts no client once it is stopped, and the report says so', async () => {
    const { report } = await certify({
      command: [process.execPath, '--eval', ''],
      signal: AbortSignal.abort(),
    })
    expect(report.scenarios).toEqual([])
    expect(report.message).toMatch(
      /^The run was interrupted: 0 of \d+ scenarios had ended, and the others are not judged\./,
    )
  })

  test('refuses an unknown scenario, and lists the known ones', async () => {
    await expect(certify({ command: ['node'], only: ['SCENARIO-NONE'] })).rejects.toThrow(
      `only SCENARIO-NONE: there is no such scenario. There are: ${SCENARIOS.map(({ sku }) => sku).join(', ')}.`,
    )
  })
})
