import { PassThrough } from 'node:stream'
import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { annotateRefusal, annotation, exitCodeOf } from './exit-code.ts'

test('any other error is a fault of the kit: 5, no stack, and no key', () => {
  const said: string[] = []
  const fault = new TypeError('cannot read pk_test_secret')
  expect(exitCodeOf(fault, (text) => said.push(text))).toBe(5)
  expect(said).toEqual([
    'The kit has a fault of its own: cannot read [key]\nPlease report it with the command you ran.',
  ])
})

test('wrong usage is 2, help is 0, and neither is printed twice', () => {
  const say = () => expect.unreachable()
  expect(exitCodeOf(new CommanderError(1, 'commander.unknownOption', 'no'), say)).toBe(2)
  expect(exitCodeOf(new CommanderError(0, 'commander.helpDisplayed', 'help'), say)).toBe(0)
})

test('the title of an annotation can neither end it nor begin another one', () => {
  expect(annotation('error', 'a, line=1::b\n%', '')).toBe('::error title=a%2C line=1%3A%3Ab%0A%25::')
})

test('a refusal is an error in a workflow, and nothing elsewhere', () => {
  const stderr = new PassThrough()
  annotateRefusal('two\nlines', { env: {}, stderr })
  annotateRefusal('100%\nof it', { env: { GITHUB_ACTIONS: 'true' }, stderr })
  expect(String(stderr.read())).toBe('::error title=partner-purchase::100%25%0Aof it\n')
})
