import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { redactionOf } from '../mock-server/journal/redact-request.ts'
import { answerRecorder } from './shape.ts'

test('the same answer to two clients is written down without the secret of either', () => {
  const redaction = redactionOf(DEFAULT_PROFILE.auth)
  const secrets = ['first-client-token', 'second-client-token']
  const text = JSON.stringify({ detail: `${secrets.join(' and ')} were sent` })
  const answer = { status: 404, headers: ['Content-Type', 'application/json'], body: text, text }
  const record = answerRecorder(DEFAULT_PROFILE)
  for (const secret of [...secrets, ...secrets]) {
    const { redact } = redaction.senderOf(['X-Api-Key', secret])
    expect(record(answer, redact, false).body).not.toContain(secret)
  }
})
