import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { annotateRefusal, escapedProperty } from './exit-code.ts'

test('a property of a command can neither end nor begin another one', () => {
  expect(escapedProperty('a, line=1::b\n%')).toBe('a%2C line=1%3A%3Ab%0A%25')
})

test('a refusal is an error in a workflow, and nothing elsewhere', () => {
  const stderr = new PassThrough()
  annotateRefusal('two\nlines', { env: {}, stderr })
  annotateRefusal('100%\nof it', { env: { GITHUB_ACTIONS: 'true' }, stderr })
  expect(String(stderr.read())).toBe('::error title=partner-purchase::100%25%0Aof it\n')
})
