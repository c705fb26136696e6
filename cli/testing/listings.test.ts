import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import { GAPS } from '../../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { RESTARTS, SCENARIOS } from '../../fixtures/scenarios.ts'
import { runCli } from './run-in-process.fixture.ts'

describe.concurrent('listings', () => {
  test('clauses lists every clause and every gap', async () => {
    const { code, stdout } = await runCli(['clauses'])
    expect(code).toBe(0)
    const ids = [SERVER_CLAUSES, CLIENT_CLAUSES, GAPS].flatMap((table) => Object.keys(table))
    expect(ids.filter((id) => !stdout.includes(`${id} `))).toEqual([])
  })

  test('clauses leaves space between a section and its text', async () => {
    const { stdout } = await runCli(['clauses'])
    const rows = stdout.split('\n').filter((line) => line.includes('§'))
    expect(rows.filter((row) => !/§ [\d., ]*\d {2,}\S/.test(row))).toEqual([])
  })

  test('clauses --json is for programs', async () => {
    const { stdout } = await runCli(['clauses', '--json'])
    const { clauses, gaps } = JSON.parse(stdout) as { clauses: { id: string }[]; gaps: { id: string }[] }
    expect([clauses.length, gaps.length]).toEqual([16 + 15, Object.keys(GAPS).length])
  })

  test('scenarios lists every scenario with its story, for people and for programs', async () => {
    const [people, programs] = await Promise.all([runCli(['scenarios']), runCli(['scenarios', '--json'])])
    expect({ codes: [people.code, programs.code] }).toEqual({ codes: [0, 0] })
    const { scenarios } = JSON.parse(programs.stdout) as {
      scenarios: { sku: string; needs: string | null }[]
    }
    const all = [...SCENARIOS, ...RESTARTS]
    expect(scenarios.map(({ sku }) => sku)).toEqual(all.map(({ sku }) => sku))
    expect(scenarios.filter(({ needs }) => needs === '--restart')).toHaveLength(RESTARTS.length)
    const rows = people.stdout.split('\n')
    const unlisted = all.filter(
      ({ sku, story }) => rows.filter((row) => row.startsWith(`${sku} `) && row.endsWith(story)).length !== 1,
    )
    expect(unlisted).toEqual([])
  })
})
