import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, detectionOf } from './matrix.ts'
import { testRun } from './run-tests.fixture.ts'

await testRun(
  'thorough',
  sampleOf(
    BROKEN_SERVERS.filter((server) => detectionOf(server).seenBy === 'thorough'),
    24,
  ),
  sampleOf(ALL_CONFORMING, 60),
)
