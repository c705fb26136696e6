import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MANIFEST, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { STAMPED, unreleasedAs, withVersion } from './stamp-version.ts'

test.each(STAMPED)('%s names the version of the package, and a release changes it', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  expect(withVersion(text, MANIFEST.version)).toBe(text)
  expect(withVersion(text, '9.8.7')).not.toContain(MANIFEST.version)
  expect(withVersion(text, '9.8.7')).toContain('9.8.7')
})

test('what the action and the image install is exact, and has everything that the kit depends on', () => {
  const folder = join(ROOT, 'build', 'locked')
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies).filter((name) => name !== 'pg')).toEqual(
    Object.keys(MANIFEST.dependencies),
  )
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const tested = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  for (const [name, version] of Object.entries(dependencies)) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.any(String) })
    expect(tested[`node_modules/${name}`].version).toBe(version)
  }
})

test('unreleased changes become those of the version, before the ones of its changesets', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- a\n\n## 0.2.0\n\n- b\n\n## 0.1.0\n\n- c\n'
  expect(unreleasedAs(changelog, '0.2.0')).toBe('# Changelog\n\n## 0.2.0\n\n- a\n\n- b\n\n## 0.1.0\n\n- c\n')
  expect(unreleasedAs('# Changelog\n\n## 0.2.0\n', '0.2.0')).toBe('# Changelog\n\n## 0.2.0\n')
})
