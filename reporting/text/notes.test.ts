import { expect, test } from 'vitest'
import { remarkText } from './notes.ts'

test('a remark about many scenarios names the first five', () => {
  const scenarios = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  expect(remarkText({ id: 'x', message: 'It does.', scenarios })).toMatch(
    /^x: It does\. Seen in A, B, C, D, E and 2 more\.$/,
  )
})
