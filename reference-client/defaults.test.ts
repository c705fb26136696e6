import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { CLIENT_DEFAULTS } from './defaults.ts'

test("the client's defaults are the contract's, key for key", () => {
  const { auth, ping, lookup, products, price, balance, money, states, errors } = DEFAULT_PROFILE
  const { notFound, rateLimited } = errors
  expect(CLIENT_DEFAULTS).toEqual({
    auth,
    ping,
    lookup,
    products,
    price,
    balance,
    money,
    states,
    errors: { notFound, rateLimited },
  })
})
