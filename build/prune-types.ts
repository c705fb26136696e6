import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedTypes } from './published-types.ts'

/** Removes the declarations that nobody can import: three of four, and an install pays for every file. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const targets = Object.values<string | { types: string }>(exports)
const entries = targets.flatMap((target) => (typeof target === 'string' ? [] : [join(target.types)]))
const published = publishedTypes(entries, (file) => readFileSync(join(ROOT, file), 'utf8'))
for (const file of globSync('dist/**/*.d.ts', { cwd: ROOT }))
  if (!published.has(join(file))) rmSync(join(ROOT, file))
