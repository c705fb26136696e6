import { describe, expect, test } from 'vitest'
import { isSameBytes, isSameSecret } from './secrets.ts'

/** Bytes that count their reads. */
function counted(text: string) {
  const bytes = new TextEncoder().encode(text)
  let reads = 0
  const watched = new Proxy(bytes, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
      return Reflect.get(target, name)
    },
  })
  return { watched, reads: () => reads }
}

describe('a guess is the secret', () => {
  test('when it is the same text', () => {
    expect(isSameSecret('a secret of its own', 'a secret of its own')).toBe(true)
    expect(isSameSecret('ключ', 'ключ')).toBe(true)
  })

  test.each([
    '',
    'a',
    'a secret of its ow',
    'a secret of its owN',
    'A secret of its own',
    'a secret of its own ',
  ])('not when it is %j', (guess) => {
    expect(isSameSecret(guess, 'a secret of its own')).toBe(false)
  })

  test('not when it is the secret twice', () => {
    expect(isSameSecret('secretsecret', 'secret')).toBe(false)
  })

  test('never, when the secret is empty', () => {
    expect(isSameSecret('', '')).toBe(false)
    expect(isSameSecret('x', '')).toBe(false)
  })
})

test.each(['0123456789', 'X123456789', '01234X6789', '012345678X'])(
  'as much of the secret is read for the guess %s as for any other of its length',
  (guess) => {
    const secret = counted('0123456789')
    isSameBytes(new TextEncoder().encode(guess), secret.watched)
    expect(secret.reads()).toBe(10)
  },
)
