import { afterAll, vi } from 'vitest'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'
import { BROKEN, CERTIFIED } from './clients.ts'
import { compiledJava } from './compiled-java.fixture.ts'
import { BROKEN_EVERY_TIME, EVERY_TIME, judgesRightly } from './judges-rightly.fixture.ts'

// Most of a client's time is waiting.
vi.setConfig({ maxConcurrency: 12 })

const java = compiledJava(GOOD_CLIENTS['java-http-client'])
afterAll(() => java.remove())

/** All clients that the shorter test leaves out. Java is compiled once, instead of for each scenario. */
const GOOD = CERTIFIED.filter(({ name }) => name in GOOD_CLIENTS && !EVERY_TIME.includes(name)).map(
  (client) => (client.name === 'java-http-client' ? { ...client, command: java.command } : client),
)

judgesRightly(
  GOOD,
  BROKEN.filter(({ name }) => !BROKEN_EVERY_TIME.includes(name)),
)
