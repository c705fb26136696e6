import type { Context } from 'hono'
import type { Transport } from '../guards/peer.ts'
import type { Mock } from '../sandbox/mock.ts'

/** What a request carries through the app of a mock. */
export type MockEnv = { Bindings: Transport; Variables: { mock: Mock } }

/** A request on its way through that app. */
export type MockContext = Context<MockEnv>
