import { BROKEN_SERVERS, sightOf } from './matrix.ts'
import { testRun } from './run-tests.fixture.ts'

await testRun(
  'thorough',
  BROKEN_SERVERS.filter((server) => sightOf(server).seenBy === 'thorough'),
)
