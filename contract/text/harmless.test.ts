import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.fixture.ts'
import { harmless, legible, legibleJson } from './harmless.ts'

describe('a text of others', () => {
  test.each([
    ['paid\u202e', 'paid\\u202e'],
    ['a\u001b[2Jb\u009b31m', 'a\\u001b[2Jb\\u009b31m'],
    ['one\r\ntwo\tthree\rfour', 'one\ntwo\tthree\\u000dfour'],
    ['a\u2028::error::b', 'a\\u2028::error::b'],
    ['::error file=a::b', ': :error file=a::b'],
    ['a ::add-mask::b', 'a : :add-mask::b'],
    ['a\n::error::b', 'a\n: :error::b'],
    ['x ##[stop-commands]tok', 'x # #[stop-commands]tok'],
    ['##vso[task.setvariable]x', '# #vso[task.setvariable]x'],
    ['key pk_test_abcdefgh', 'key [key]'],
    ['the address ::1, a::b, # title, ## title', 'the address : :1, a::b, # title, ## title'],
    ['half \ud800 a \u{e0041} tag', 'half \\ud800 a \\u{e0041} tag'],
    ['👩\u200d💻 über 中文', '👩\u200d💻 über 中文'],
  ])('%j is shown as %j', (text, shown) => {
    expect(legible(text)).toBe(shown)
    expect(legible(shown)).toBe(shown)
  })

  test('is harmless anywhere in data, also in names of members', () => {
    const data = { 'a\u202e': ['b\u0007', { c: 1, d: null, e: '::error::' }] }
    expect(harmless(data)).toEqual({ 'a\\u202e': ['b\\u0007', { c: 1, d: null, e: ': :error::' }] })
  })

  test('is unchanged in JSON, and invisible characters are escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const json = legibleJson(JSON.stringify({ text: `##[x]\u2028\u{e0041}${text}` }))
        expect(JSON.parse(json)).toEqual({ text: `##[x]\u2028\u{e0041}${text}` })
        expect(json).not.toMatch(/##|[\u2028\u0080-\u009f\u202a-\u202e]/)
      }),
    )
  })
})
