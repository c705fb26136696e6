import { expect, test } from 'vitest'
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

const SECRET = 'a secret of its own'

test.each<[guess: string, secret: string, isSame: boolean]>([
  [SECRET, SECRET, true],
  ['ключ', 'ключ', true],
  ...['', 'a', SECRET.slice(0, -1), 'a secret of its owN', 'A secret of its own', `${SECRET} `].map(
    (guess): [string, string, boolean] => [guess, SECRET, false],
  ),
  ['secretsecret', 'secret', false],
  ['', '', false],
  ['x', '', false],
])('whether the guess %j is the secret %j: %s', (guess, secret, isSame) => {
  expect(isSameSecret(guess, secret)).toBe(isSame)
})

test.each(['0123456789', 'X123456789', '01234X6789', '012345678X'])(
  'as much of the secret is read for the guess %s as for any other of its length',
  (guess) => {
    const secret = counted('0123456789')
    isSameBytes(new TextEncoder().encode(guess), secret.watched)
    expect(secret.reads()).toBe(10)
  },
)
