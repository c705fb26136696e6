import { expect, test } from 'vitest'
import { legible } from '../../contract/text/harmless.ts'
import { html } from './markup.ts'
import { duration, excerpt, instant } from './phrasing.ts'

test('a template escapes text in content and attributes, but not markup', () => {
  const inner = html`<b>${'<&>'}</b>`
  expect(html`<p title="${`"'`}">${[inner, 1, null]}</p>`.source).toBe(
    '<p title="&quot;&#39;"><b>&lt;&amp;&gt;</b>1</p>',
  )
})

test.each([
  ['a control character', 'a\u0000b\u009f', 'a\\u0000b\\u009f'],
  ['a lone surrogate', 'a\ud800', 'a\\ud800'],
  ['an override of the direction', 'a\u202eb\u2066', 'a\\u202eb\\u2066'],
  ['a zero-width space, a tag, a line separator', '\u200b\u{e0041}\u2028', '\\u200b\\u{e0041}\\u2028'],
  ['a carriage return that does not end a line', 'a\rb\r\nc', 'a\\u000db\nc'],
])('%s is shown as an escape', (_, text, shown) => {
  expect(legible(text)).toBe(shown)
})

test('visible characters stay as they are: tabs, lines, accents, other scripts and joined emoji', () => {
  const text = 'a\tb\né مرحبا 👩\u200d💻'
  expect(legible(text)).toBe(text)
})

test('a key is redacted, even if a cut would leave only its first half', () => {
  expect(legible('Bearer pk_test_abcdef')).toBe('Bearer [key]')
  expect(excerpt('pk_test_abcdef and more', 12)).toEqual({ text: '[key] and mo', isCut: true })
})

test('a text is cut at its limit of characters or of lines, whichever comes first', () => {
  expect(excerpt('a\nb\nc', 100, 2)).toEqual({ text: 'a\nb', isCut: true })
  expect(excerpt('a\nb\nc', 100, 3)).toEqual({ text: 'a\nb\nc', isCut: false })
})

test.each([
  [0, '0 ms'],
  [0.42, '0.4 ms'],
  [9.96, '10 ms'],
  [34.4, '34 ms'],
  [999.6, '1.0 s'],
  [4706, '4.7 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms are written as %s', (milliseconds, said) => {
  expect(duration(milliseconds)).toBe(said)
})

test('a time is written to the second, in UTC', () => {
  expect(instant('2026-01-02T03:04:05.678Z')).toBe('2026-01-02 03:04:05 UTC')
})
