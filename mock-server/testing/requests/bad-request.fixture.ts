import type { Profile } from '../../../contract/profile/profile.ts'
import type { WireRequest } from './wire-request.fixture.ts'

/** The status that must answer: the profile's for a cause, or one of HTTP itself. */
export type BadStatus = Exclude<keyof Profile['errors'], 'body'> | 400 | 413 | 417 | 431

/** A request that must not be served: what is wrong with it, what must answer, and in what it differs from a purchase. */
export type BadRequest = readonly [what: string, status: BadStatus, request: WireRequest]
