import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishedTypes } from './prune-types.ts'

const FILES: Readonly<Record<string, string>> = {
  'client/public.d.ts': "export { type A, make } from './make.js'\nexport type { B } from '../wire/b.ts'\n",
  'client/make.d.ts': "export declare const make: () => import('../wire/deep/c.js').C\n",
  'wire/b.d.ts': "import type * as z from 'zod'\nimport './make.js'\n",
  'wire/make.d.ts': '',
  'wire/deep/c.d.ts': 'export type C = 1\n',
  'cli/run.d.ts': "import '../wire/b.js'\n",
}
const read = (file: string) => {
  const text = FILES[file.replaceAll('\\', '/')]
  if (text === undefined) throw new Error(`no ${file}`)
  return text
}

test('the declarations that an entry imports are published with it, at any depth, and no others', () => {
  const expected = Object.keys(FILES).filter((file) => file !== 'cli/run.d.ts')
  expect([...publishedTypes(['client/public.d.ts'], read)].sort()).toEqual(
    expected.map((file) => join(file)).sort(),
  )
})

test('a declaration that imports a file that is not there ends the build', () => {
  expect(() => publishedTypes(['a.d.ts'], () => read('b.d.ts'))).toThrow('no b.d.ts')
})
