import { expect, test } from 'vitest'
import { BROKEN_SERVERS } from './broken-servers/broken.fixture.ts'
import { CONFORMING_SERVERS } from './broken-servers/conforming.fixture.ts'
import { runOn } from './broken-servers/run-on.fixture.ts'

test.each([...BROKEN_SERVERS, ...CONFORMING_SERVERS])(
  'three runs against a server give the same verdicts: $name',
  async (row) => {
    const runs = await Promise.all([1, 2, 3].map(() => runOn(row)))
    const found = runs.map(({ report }) => report.clauses.map(({ id, verdict }) => `${id}: ${verdict}`))
    expect(found[1]).toEqual(found[0])
    expect(found[2]).toEqual(found[0])
  },
)
