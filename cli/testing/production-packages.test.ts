import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MOST } from '../../bench/install.ts'
import { ROOT } from './built-package.fixture.ts'

type Locked = {
  readonly dev?: true
  readonly devOptional?: true
  readonly optional?: true
  readonly peer?: true
}

test('an install of the package brings no more packages than it may', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  // The first is the package itself, which is installed, too.
  const packages: [string, Locked][] = Object.entries(lock.packages)
  const installed = packages.filter(
    ([, { dev, devOptional, optional, peer }]) => !(dev || devOptional || optional || peer),
  )
  const names = installed.map(([path]) => path.replace('node_modules/', ''))
  expect(names).toContain('hono')
  expect(names.length).toBeLessThanOrEqual(MOST.packages)
})
