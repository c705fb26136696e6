import type { Context } from 'hono'
import type { Transport } from './caller.ts'
import type { Mock } from './mock.ts'

/** What a request carries through the app of a mock. */
export type MockEnv = { Bindings: Transport; Variables: { mock: Mock } }

/** A request on its way through that app. */
export type MockContext = Context<MockEnv>
