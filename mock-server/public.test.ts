import { expect, test } from 'vitest'
import * as entry from './public.ts'

test('the package entry offers these names, and no other', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'ASSUMPTIONS_HEADER',
    'ListenError',
    'ProfileError',
    'createApp',
    'createMock',
    'manualClock',
    'memoryStore',
    'openState',
    'serve',
  ])
})
