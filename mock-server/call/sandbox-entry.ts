import type { Answer } from '../message/answer.ts'
import type { Refused } from '../prepared/problem-types.ts'
import { refuse } from '../respond/respond.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import type { Account, SandboxState } from '../store/store.ts'
import type { AdmittedCall, Call } from './call.ts'

/** The caller's money and orders, as the store knows them. */
export function accountOf({ partner }: AdmittedCall): Account {
  return { sandbox: partner.key, openingBalance: partner.openingBalance }
}

/** What is known of the caller's sandbox; the store is asked where nothing is. */
export function enterSandbox(call: AdmittedCall): MaybePromise<SandboxState> {
  if (call.sandbox !== undefined) return call.sandbox
  return chain(call.mock.store.enter(accountOf(call)), (told) => {
    call.sandbox = told
    return told
  })
}

/** Refuses a call; as one of a revoked key, where it is one. */
export function refuseInSandbox(call: AdmittedCall, refused: Refused): MaybePromise<Answer> {
  return chain(enterSandbox(call), ({ isRevoked }) =>
    isRevoked ? refuseRevoked(call) : refuse(call, refused),
  )
}

/** Refuses a call of a key that an order has revoked. */
export function refuseRevoked(call: Call): Answer {
  const detail =
    'The key is valid no longer: a card was bought with it whose scenario revokes it. Use another key, or reset this one.'
  return refuse(call, { code: 'unauthenticated', detail, field: call.mock.profile.auth.header })
}
