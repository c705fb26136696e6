import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../../contract/server-clauses.ts'
import type { Server } from './broken-server.ts'
import { judgeServer, type Run } from './judge-server.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, expectedBlame, judgeAll, sightOf } from './matrix.ts'
import { matrixPage } from './page.ts'

/** The broken servers that a run is asked about: the default run sees what it sees, the other one sees the rest. */
const BROKEN = {
  default: BROKEN_SERVERS.filter((server) => expectedBlame(server, 'default') !== undefined),
  thorough: BROKEN_SERVERS.filter((server) => sightOf(server).seenBy === 'thorough'),
}

/** What a run blames each server for, by its name. */
async function blameOf(servers: readonly Server[], run: Run): Promise<ReadonlyMap<string, string>> {
  const judged = await judgeAll(servers, run)
  return new Map(judged.map(({ server, blamed }) => [server.name, blamed.join()]))
}

const blame = {
  default: await blameOf([...BROKEN.default, ...ALL_CONFORMING], 'default'),
  thorough: await blameOf([...BROKEN.thorough, ...ALL_CONFORMING], 'thorough'),
}

describe.each(['default', 'thorough'] as const)('the %s run', (run) => {
  for (const server of BROKEN[run]) {
    const clause = expectedBlame(server, run)
    test(`catches by ${clause}, and by no other clause: ${server.name}`, () =>
      expect(blame[run].get(server.name)).toBe(clause))
  }

  for (const { name } of ALL_CONFORMING)
    test(`blames for nothing: ${name}`, () => expect(blame[run].get(name)).toBe(''))

  test('finds every clause kept by the mock itself, and leaves none unobserved', async () => {
    const plain = { change: () => (request, forward) => forward(request) } satisfies Pick<Server, 'change'>
    const { verdicts, results } = await judgeServer(plain, run)
    expect([...verdicts].filter(([, verdict]) => verdict !== 'kept')).toEqual([])
    expect(results.filter(({ fault }) => fault !== null)).toEqual([])
  })
})

test('every clause is broken by at least one server that a run sees', () => {
  const broken = new Set<string>(
    BROKEN_SERVERS.filter((server) => sightOf(server).seenBy !== null).map(({ breaks }) => breaks),
  )
  expect(Object.keys(SERVER_CLAUSES).filter((id) => !broken.has(id))).toEqual([])
})

test('at least 150 cells wait for a condition, and a run sees each, or the page says why none does', () => {
  const names = BROKEN_SERVERS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(150)
})

test('the published matrix is up to date', () => {
  const page = new URL('../../docs/kill-matrix.md', import.meta.url)
  expect(readFileSync(page, 'utf8'), 'run: npm run matrix -- --write').toBe(matrixPage())
})
