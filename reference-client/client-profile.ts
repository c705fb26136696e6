import type { Profile } from '../contract/profile/profile.ts'

/** What the client reads of the profile: the answers to what the reference does not show. */
export type ClientProfile = Pick<
  Profile,
  'auth' | 'ping' | 'lookup' | 'products' | 'price' | 'balance' | 'money' | 'states'
> & { errors: Pick<Profile['errors'], 'notFound' | 'rateLimited'> }
