import { BROKEN, CERTIFIED } from './clients.ts'
import { BROKEN_EVERY_TIME, EVERY_TIME, judgesRightly } from './judges-rightly.fixture.ts'

judgesRightly(
  CERTIFIED.filter(({ name }) => EVERY_TIME.includes(name)),
  BROKEN.filter(({ name }) => BROKEN_EVERY_TIME.includes(name)),
)
