import { expect, test } from 'vitest'
import { accessHint } from './access-hint.ts'

const hint = (keyless: number | null, ...tried: (number | null)[]) =>
  accessHint(
    { status: keyless },
    tried.map((status, index) => ({ how: `way ${index + 1}`, answer: { status } })),
  )

test.each([
  [[401, 401, 401], 'Each was answered as without a key (401).'],
  [[404, 404, 404], 'the base address may lack a part of its path'],
  [[301, 302, 301], 'Every answer was a redirect'],
  [[500, null, 502], 'the service may be down'],
  [[200, 200, 200], 'that of a web site'],
  [[401, 404, 401], 'way 1 was answered 404, without a key 401: the key seems to be accepted that way'],
  [[401, 401, 403], 'way 2 was answered 403, without a key 401: that may be the way'],
] as const)('for the answers %j it is: %s', ([keyless, ...tried], text) => {
  expect(hint(keyless, ...tried)).toContain(text)
})
