import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { redactionOf } from '../mock-server/journal/redact-request.ts'
import { recorded, shaperOf } from './shape.ts'

test('the same answer to two clients is written down without the secret of either', () => {
  const redaction = redactionOf(DEFAULT_PROFILE.auth)
  const secrets = ['first-client-token', 'second-client-token']
  const text = JSON.stringify({ detail: `${secrets.join(' and ')} were sent` })
  const answer = { status: 404, headers: ['Content-Type', 'application/json'], kept: text }
  for (const secret of [...secrets, ...secrets]) {
    const { redact } = redaction.senderOf(['X-Api-Key', secret])
    expect(recorded(answer, redact).body).not.toContain(secret)
  }
})

test('a recorded body has the members that the reference names, and of all others their types', () => {
  const shape = shaperOf(DEFAULT_PROFILE)
  const order = { status: 'COMPLETED', pollAfterSeconds: null, code: 'ABCD-1', pins: [1234], 'K7-99': true }
  expect(
    JSON.parse(
      shape(JSON.stringify({ data: { order: { order }, balance: { amount: '5.00', owner: 'me' } } })),
    ),
  ).toEqual({
    data: {
      order: {
        order: {
          status: 'COMPLETED',
          pollAfterSeconds: null,
          code: '(string)',
          pins: [0],
          '(member 5)': true,
        },
      },
      balance: { amount: '5.00', owner: '(string)' },
    },
  })
  expect(shape('')).toBe('')
  expect(shape('<p>PIN 1234</p>')).toBe('(15 characters that are no JSON)')
})
