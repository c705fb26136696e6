import type { AdmittedCall, Call } from '../call/call.ts'

/** Finds the partner by the TEST key at the profile's position (§5.1). @returns whether there is one. */
export function authenticate(call: Call): call is AdmittedCall {
  const { mock, recording, inbound } = call
  const value = inbound.header(mock.profile.auth.header)
  const key = value === undefined ? undefined : mock.keyIn(value)
  const partner = key === undefined ? undefined : mock.directory.find(key)
  if (partner === undefined) return false
  recording.identify(partner.id)
  call.partner = partner
  return true
}
