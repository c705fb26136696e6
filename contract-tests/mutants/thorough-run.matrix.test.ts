import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { ALL_CONFORMING, BROKEN_SERVERS } from './matrix.ts'
import { testRun } from './run-tests.fixture.ts'

await testRun(
  'thorough',
  sampleOf(
    BROKEN_SERVERS.filter((server) => server.detection.seenBy === 'thorough'),
    24,
  ),
  sampleOf(ALL_CONFORMING, 60),
)
