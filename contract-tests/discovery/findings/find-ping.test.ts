import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { findPing, isTestMode } from './find-ping.ts'

const find = (data: unknown, known = DEFAULT_PROFILE.ping) => findPing({ data }, known)

test.each([
  ['plain', { status: 'ok', mode: 'TEST' }, '/data/status', '/data/mode'],
  ['nested', { service: { status: 'ok', mode: 'TEST' } }, '/data/service/status', '/data/service/mode'],
  ['apart', { health: { status: 'ok' }, env: { mode: 'TEST' } }, '/data/health/status', '/data/env/mode'],
  [
    'next to the mode, though another is at the same depth',
    { database: { status: 'ok' }, service: { mode: 'TEST', status: 'ok' } },
    '/data/service/status',
    '/data/service/mode',
  ],
  [
    'with a deeper mode of something else',
    { status: 'ok', mode: 'TEST', cache: { mode: 'warm', status: 'ok' } },
    '/data/status',
    '/data/mode',
  ],
  [
    'with another status that is not ok',
    { status: 'ok', mode: 'TEST', db: { status: 'up' } },
    '/data/status',
    '/data/mode',
  ],
])('status and mode are found %s', (_, data, status, mode) => {
  const places = find(data)
  expect(places).toMatchObject({ status, mode, otherStatuses: [] })
  expect(isTestMode(places)).toBe(true)
})

test('two statuses at the same distance are both reported', () => {
  const places = find({ a: { status: 'ok' }, b: { status: 'ok' }, mode: 'TEST' })
  expect(places).toMatchObject({ status: '/data/a/status', otherStatuses: ['/data/b/status'] })
})

test('a field of another name is found where the profile says', () => {
  const places = find(
    { health: 'ok', environment: 'TEST' },
    { status: '/data/health', mode: '/data/environment' },
  )
  expect(places).toMatchObject({ status: '/data/health', mode: '/data/environment' })
  expect(isTestMode(places)).toBe(true)
})

test.each([
  ['another mode', { status: 'ok', mode: 'LIVE' }],
  ['no mode', { status: 'ok' }],
  ['a mode in small letters', { status: 'ok', mode: 'test' }],
  ['a mode that is no text', { status: 'ok', mode: true }],
  ['a mode that a shallower one contradicts', { mode: 'LIVE', client: { mode: 'TEST' } }],
  ['a mode that contradicts another one', { client: { mode: 'TEST' }, server: { mode: 'LIVE' } }],
  ['a mode in a list only', { modes: [{ mode: 'TEST' }] }],
])('a ping with %s is not that of a TEST environment', (_, data) => {
  expect(isTestMode(find(data))).toBe(false)
})

test('where the profile points to TEST, a less deep mode still contradicts', () => {
  const known = { status: '/data/status', mode: '/data/key/environment' }
  expect(isTestMode(find({ status: 'ok', mode: 'LIVE', key: { environment: 'TEST' } }, known))).toBe(false)
})

test('what is outside data does not count', () => {
  const places = findPing({ status: 'ok', mode: 'TEST', data: {} }, DEFAULT_PROFILE.ping)
  expect(places).toMatchObject({ status: undefined, mode: undefined, modes: [] })
})
