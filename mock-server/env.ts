import type { Context } from 'hono'
import type { OperationId } from '../contract/operations.ts'
import type { Partner } from '../fixtures/partners.ts'
import type { Transport } from './caller.ts'
import type { Recording } from './journal.ts'
import type { Mock } from './mock.ts'
import type { RequestBody } from './request-body.ts'
import type { WorldState } from './store.ts'

/** What a request carries through the mock. */
export type MockEnv = {
  Bindings: Transport
  Variables: {
    mock: Mock
    recording: Recording
    /** Takes the caller's credentials out of a text. */
    clean: (text: string) => string
    body: RequestBody
    partner: Partner
    /** What the store told last of the caller's world; not there before it was asked. */
    world: WorldState | undefined
    operation: OperationId
    /** Whether an answer leaves piece by piece, and tells by itself when it has left. */
    isStreamed: boolean
  }
}

/** A request on its way through the mock. */
export type MockContext = Context<MockEnv>
