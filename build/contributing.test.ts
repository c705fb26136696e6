import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './source-files.ts'

const STEP = /^\d+\. `(?<file>[^`]+)` `(?<name>\w+)`: \S/
const STEPS = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split(/^(?=## )/m)
  .filter((section) => section.startsWith('## The way of '))
  .flatMap((section) => section.split('\n'))
  .filter((line) => /^\d+\. /.test(line))

test.for(STEPS)('CONTRIBUTING leads to what is there: %s', (line) => {
  const { file = '', name = '' } = STEP.exec(line)?.groups ?? {}
  const text = readFileSync(join(ROOT, file), 'utf8')
  expect(text).toMatch(
    new RegExp(`^export (?:async )?(?:const|function|class|type|interface) ${name}\\b`, 'm'),
  )
})
