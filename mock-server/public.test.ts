import { expect, test } from 'vitest'
import * as entry from './public.ts'

test('the package entry offers these names, and no other', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'ADMIN_TOKEN_HEADER',
    'ASSUMPTIONS_HEADER',
    'ListenError',
    'ProfileError',
    'StoreError',
    'StoreUnavailableError',
    'assumptionsReport',
    'createApp',
    'createFetch',
    'createMock',
    'manualClock',
    'memoryStore',
    'openState',
    'openStore',
    'serve',
    'serverOf',
  ])
})
