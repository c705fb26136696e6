import { expect, test } from 'vitest'
import { type Behaviour, differenceOf } from './behaviour.ts'

const CONTROL: Behaviour = {
  ending: 'exited with 0',
  lastReceived: 'the settled summary, "COMPLETED"',
  bought: 1,
  left: null,
  brokenMusts: [],
  roundsDown: false,
}
const ENDED = { ending: 'exited with 1', lastReceived: 'the settled summary, "FULFILLED"' } as const
const CONTROL_ENDED = '(control: exited with 0)'

test.each<readonly [string, Partial<Behaviour>, readonly string[]]>([
  ['the same', {}, []],
  ['the same, after another last answer', { lastReceived: '202 to GET /ping' }, []],
  ['another exit', ENDED, [`exited with 1 after the settled summary, "FULFILLED" ${CONTROL_ENDED}`]],
  ['a second card', { bought: 2 }, ['bought twice (control: bought once)']],
  ['no card', { bought: 0 }, ['bought nothing (control: bought once)']],
  ['an order that was never asked for', { left: 'never-polled' }, ['never polled']],
  ['an order that was left', { left: 'left-open' }, ['left the order PROCESSING']],
  ['a shorter wait', { roundsDown: true }, ['waited the whole seconds of the interval alone']],
  ['a broken must', { brokenMusts: ['waits-poll-after'] }, ['broke waits-poll-after']],
  [
    'what an end breaks, once',
    { ...ENDED, brokenMusts: ['follows-until-settled', 'reads-purchase-position', 'waits-poll-after'] },
    [`exited with 1 after the settled summary, "FULFILLED" ${CONTROL_ENDED}`, 'broke waits-poll-after'],
  ],
])('%s', (_, other, words) => {
  expect(differenceOf(CONTROL, { ...CONTROL, ...other })).toEqual(words)
})

test('what the control also breaks or leaves is not a difference', () => {
  const control: Behaviour = { ...CONTROL, left: 'left-open', brokenMusts: ['waits-poll-after'] }
  expect(differenceOf(control, { ...control, left: 'never-polled' })).toEqual([])
})
