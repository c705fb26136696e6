import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.fixture.ts'
import { REDACTED, redact } from './redact.ts'

const SECRET = 'secret">>>???ä 0123'
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a key that is not listed as a secret', () => {
  test.each([
    ['Bearer pk_test_abc', 'Bearer [key]'],
    ['/orders?key=pk_test_a-b_c&x=1', '/orders?key=[key]&x=1'],
    ['/orders?key=pk%5Ftest%5Fabc', '/orders?key=[key]'],
    ['{"key":"pk_live_abc"}', '{"key":"[key]"}'],
    [`Basic ${base64('pk_test_abcdef:')}`, 'Basic [key]'],
    ['/ping?key=%70k_test_abc&x=%20', '/ping?key=[key]&x=%20'],
    ['/ping?key=%2570k%255Ftest_abc', '/ping?key=[key]'],
    ['{"a":"\\u0070k_test\\u005Fabc","b":"\\n"}', '{"a":"[key]","b":"\\n"}'],
    ['<b>&#112;k_test&#x5F;abc</b>', '<b>[key]</b>'],
    ['"{\\"a\\":\\"\\\\u0070k_test_abc\\"}"', '"{\\"a\\":\\"[key]\\"}"'],
    [`trace=${Buffer.from('pk_test_abc').toString('hex')};`, 'trace=[key];'],
    [`trace=${Buffer.from('pk_test_abc').toString('hex').toUpperCase()};`, 'trace=[key];'],
    ['100%, 5%zz and %E2%82%AC \\ud83d', '100%, 5%zz and %E2%82%AC \\ud83d'],
    ['a TEST key begins with pk_test_', 'a TEST key begins with pk_test_'],
    ['nothing to hide', 'nothing to hide'],
  ])('%s is recorded as %s', (text, recorded) => {
    expect(redact(text)).toBe(recorded)
  })
})

describe('a secret that is named', () => {
  test.each([
    ['plain', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['escaped for JSON', JSON.stringify(SECRET)],
    ['in Base64', base64(SECRET)],
    ['in Base64, URL-safe', Buffer.from(SECRET).toString('base64url')],
    ['as a user name', base64(`${SECRET}:`)],
    ['as a password', base64(`user:${SECRET}`)],
    ['as the password of a longer user name', base64(`username:${SECRET}!`)],
  ])('is redacted %s', (_, text) => {
    const recorded = redact(`<${text}>`, [SECRET])
    expect(recorded).toContain(REDACTED)
    expect(revealed(recorded)).not.toContain('0123')
  })

  test('that is a key is redacted without its prefix, too', () => {
    const key = 'pk_test_Qk7vT2xLm9Zp'
    for (const rest of ['Qk7vT2xLm9Zp', 'qk7vt2xlm9zp', '%51k7vT2xLm9Zp', base64('::Qk7vT2xLm9Zp')])
      expect(redact(`<${rest}>`, [key])).toMatch(/^<.{0,4}\[key\].{0,2}>$/)
  })

  test.each(['small_balance', 'worker-3', 'shop', 'integration-test-12'])(
    'but not where %s is left, a name like any other',
    (name) => {
      expect(redact(`SHOP:${name}`, [`pk_test_${name}`])).toBe(`SHOP:${name}`)
    },
  )

  test.each(['pk_admin_Qk7vT2xLm9Zp', 'pk_live_Qk7vT2xLm9Zp'])(
    'as %s is redacted in Base64, too',
    (secret) => {
      for (const before of ['', 'u:', 'me:'])
        expect(redact(base64(before + secret), [secret])).toContain(REDACTED)
    },
  )

  test('is redacted in long texts of nothing but escapes in no time', () => {
    for (const part of ['\\', '%25', '%5c', '&#0', '\\u0061', 'pk_', 'pk_a', '706b5f', 'cGtf']) {
      const began = performance.now()
      redact(`pk_${part.repeat(16_384 / part.length)}`, [SECRET])
      expect(performance.now() - began, part).toBeLessThan(2_000)
    }
  })

  test('that begins like another leaves no end behind', () => {
    expect(redact('token-1 token-1-more', ['token-1', 'token-1-more'])).toBe('[key] [key]')
  })

  test('that is empty changes nothing', () => {
    expect(redact('text', [''])).toBe('text')
  })

  test('survives in no text', () => {
    const text = fc.string({ unit: anyCharacter })
    const secret = fc.string({ unit: anyCharacter, minLength: 12, maxLength: 40 })
    const encode = fc.constantFrom<(text: string) => string>(
      String,
      encodeURIComponent,
      JSON.stringify,
      base64,
    )
    fc.assert(
      fc.property(text, secret, text, encode, encode, (before, secret, after, inner, outer) => {
        const recorded = redact(`${before}${inner(secret)} ${outer(before + secret + after)}${after}`, [
          secret,
        ])
        expect(revealed(recorded)).not.toContain(secret)
      }),
    )
  })
})

/** A text with all that can be decoded from it. */
function revealed(text: string): string {
  const base64Runs = text.split(/[^\w+/=-]+/).map((run) => Buffer.from(run, 'base64').toString())
  const percent = text.replace(/(?:%[\dA-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )
  const json = text.replace(/\\(["\\])/g, '$1')
  return [text, percent, json, ...base64Runs].join('\n')
}
