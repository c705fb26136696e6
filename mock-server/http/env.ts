import type { Context } from 'hono'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Transport } from '../message/transport.ts'
import type { Mock } from '../sandbox/mock.ts'

/** What a request carries through the app of a mock. */
export type MockEnv = { Bindings: Transport; Variables: { mock: Mock } }

/** A request on its way through that app. */
export type MockContext = Context<MockEnv>

/** The operation that a request was routed to; `undefined` if it is not one. */
export type RoutedOperation = OperationId | undefined
