import { expect, test, vi } from 'vitest'
import { complain, notice, say } from './notice.ts'

test('what was done is said for a while, what went wrong until something else is done', (context) => {
  vi.useFakeTimers()
  context.onTestFinished(() => void vi.useRealTimers())
  say('Copied.')
  expect(notice.value.text).toBe('Copied.')
  vi.advanceTimersByTime(10_000)
  expect(notice.value.text).toBe('')
  say('Copied.')
  complain('The mock does not answer.')
  vi.advanceTimersByTime(10_000)
  expect(notice.value).toEqual({ text: 'The mock does not answer.', isError: true })
})
