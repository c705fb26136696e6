import { BROKEN_SERVERS, expectedBlame } from './matrix.ts'
import { testRun } from './run-tests.fixture.ts'

await testRun(
  'default',
  BROKEN_SERVERS.filter((server) => expectedBlame(server, 'default') !== undefined),
)
