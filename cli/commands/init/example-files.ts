import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of an example: each with its name and its text. */
export function exampleFiles(example: string): (readonly [name: string, text: string])[] {
  const root = dirname(fileURLToPath(import.meta.resolve('#package.json')))
  const folder = join(root, 'examples', example)
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
}
