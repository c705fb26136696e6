import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, expectedBlame } from './matrix.ts'
import { testRun } from './run-tests.fixture.ts'

await testRun(
  'default',
  sampleOf(BROKEN_SERVERS.filter((server) => expectedBlame(server, 'default') !== undefined)),
  sampleOf(ALL_CONFORMING, 5),
)
