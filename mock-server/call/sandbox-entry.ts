import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import type { Account, SandboxState } from '../store/store.ts'
import type { AdmittedCall } from './call.ts'
import { type Refused, revokedKey } from './outcome.ts'

/** The account of the caller in the store. */
export function callerAccount({ partner }: AdmittedCall): Account {
  return { sandbox: partner.key, openingBalance: partner.openingBalance }
}

/** The known state of the caller's sandbox, otherwise read from the store. */
export function enterSandbox(call: AdmittedCall): MaybePromise<SandboxState> {
  if (call.sandbox !== undefined) return call.sandbox
  return chain(call.mock.store.enter(callerAccount(call)), (state) => {
    call.sandbox = state
    return state
  })
}

/** A refusal, or that of a revoked key, which comes before any other. */
export function unlessRevoked(call: AdmittedCall, refused: Refused): MaybePromise<Refused> {
  return chain(enterSandbox(call), ({ isRevoked }) => (isRevoked ? revokedKey(call) : refused))
}
