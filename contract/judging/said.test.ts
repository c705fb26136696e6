import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../profile/profile-defaults.ts'
import { asksToComeAgain, asksToWait, refusalOfCaller, whatIsSaid } from './said.ts'

const { errors } = DEFAULT_PROFILE

test.for([
  ['yes', [200, 201, 204, 299]],
  ['no', [400, 402, 404, 409, 410, 418, 422]],
  ['nothing', [null, 100, 302, 401, 403, 406, 408, 425, 429, 500, 502, 503, 504]],
] as const)('says %s: %j', ([said, statuses]) => {
  expect(statuses.map((status) => whatIsSaid(status, errors))).toEqual(statuses.map(() => said))
})

test('a conflict that asks to wait says nothing yet', () => {
  const answer = { headers: { 'retry-after': '1' } }
  const said = [200, 404, 409, 423].map((status) => whatIsSaid(status, errors, asksToWait(answer)))
  expect(said).toEqual(['yes', 'no', 'nothing', 'nothing'])
  expect([null, { headers: {} }].map(asksToWait)).toEqual([false, false])
})

test('what a status says is what the profile says of it', () => {
  expect(whatIsSaid(500, { ...errors, referenceConflict: 500 })).toBe('no')
  expect(whatIsSaid(423, { ...errors, unavailable: 423 })).toBe('nothing')
  // Of the caller first: with it, nothing is known of the request.
  expect(whatIsSaid(403, { ...errors, notFound: 403 })).toBe('nothing')
})

test('a status that only asks to come again refuses nothing, however often it comes', () => {
  const asking = [408, 425, 429, 503]
  const others = [null, 200, 404, 500, 502, 504]
  expect([...asking, ...others].filter((status) => asksToComeAgain(status, errors))).toEqual(asking)
  expect(asksToComeAgain(504, { ...errors, unavailable: 504 })).toBe(true)
})

test('a refusal of the caller has the name of its status in the profile', () => {
  expect([401, 403, 404].map((status) => refusalOfCaller(status, errors))).toEqual([
    'unauthenticated',
    'ipNotAllowed',
    undefined,
  ])
})
