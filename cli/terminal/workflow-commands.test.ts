import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { annotateRefusal } from './workflow-commands.ts'

test('a refusal is an error in a workflow, and nothing elsewhere', () => {
  const stderr = new PassThrough()
  annotateRefusal('two\nlines', { env: {}, stderr })
  annotateRefusal('100%\nof it', { env: { GITHUB_ACTIONS: 'true' }, stderr })
  expect(String(stderr.read())).toBe('::error title=partner-purchase::100%25%0Aof it\n')
})
