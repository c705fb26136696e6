import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { CELLS, KEY_CELLS, LIKE_KEY_CELLS } from './cells/cells.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, expectedBlame, OTHER_SERVERS } from './matrix.ts'
import { testRun } from './run-tests.fixture.ts'

/** Each fault once, each time under another condition where it can be, and some of the others. */
const SAMPLE = [
  ...[...Map.groupBy(CELLS, ({ fault }) => fault).values()].flatMap(
    (cells, index) => cells[index % cells.length] ?? [],
  ),
  ...[KEY_CELLS, LIKE_KEY_CELLS, OTHER_SERVERS].flatMap((servers) => sampleOf(servers)),
]

await testRun(
  'default',
  (isFull ? BROKEN_SERVERS : SAMPLE).filter((server) => expectedBlame(server, 'default') !== undefined),
  sampleOf(ALL_CONFORMING),
)
