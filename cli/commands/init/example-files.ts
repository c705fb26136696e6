import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of an example: each with its name, or its path in another folder, and its text. */
export function exampleFiles(example: string, under = ''): (readonly [name: string, text: string])[] {
  const root = dirname(fileURLToPath(import.meta.resolve('#package.json')))
  const folder = join(root, 'examples', example)
  return readdirSync(folder).map((name) => [join(under, name), readFileSync(join(folder, name), 'utf8')])
}
