import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './places.ts'

const STEP = /^\d+\. `(?<file>[^`]+)` `(?<name>\w+)`: \S/

/** The ways through the kit in CONTRIBUTING.md, each with its numbered lines. */
const WAYS = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split(/^## The way of a /m)
  .slice(1)
  .map((section) => {
    const [name = '', ...lines] = (section.split('\n## ')[0] ?? '').split('\n')
    return { name, steps: lines.filter((line) => /^\d+\. /.test(line)) }
  })

test.for(WAYS.flatMap(({ steps }) => steps))(
  'a step of CONTRIBUTING names an export that is there: %s',
  (line) => {
    const { file = '', name = '' } = STEP.exec(line)?.groups ?? {}
    const text = readFileSync(join(ROOT, file), 'utf8')
    expect(text).toMatch(
      new RegExp(`^export (?:async )?(?:const|function|class|type|interface) ${name}\\b`, 'm'),
    )
  },
)

test.each([
  ['request', 8],
  ['verify', 8],
  ['certify', 10],
])('a stranger opens few files to explain a %s', (name, most) => {
  const steps = WAYS.find((way) => way.name === name)?.steps.length ?? 0
  expect(steps).toBeGreaterThan(0)
  expect(steps).toBeLessThanOrEqual(most)
})
