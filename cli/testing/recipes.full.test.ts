import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { certified, isInstalled, KEPT, recipe } from './recipes.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

test('the recipe in Java keeps every clause', async (context) => {
  const folder = temporaryFolder(context)
  execFileSync('javac', ['-d', folder, recipe('Purchase.java')])
  const options = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
  expect(await certified(['java', ...options, '-cp', folder, 'Purchase'], folder)).toEqual(KEPT)
})

describe('where its language is installed, a recipe keeps every clause:', () => {
  test.runIf(isInstalled('php'))('PHP', async (context) => {
    expect(await certified(['php', recipe('purchase.php')], temporaryFolder(context))).toEqual(KEPT)
  })

  test.runIf(isInstalled('ruby'))('Ruby', async (context) => {
    expect(await certified(['ruby', recipe('purchase.rb')], temporaryFolder(context))).toEqual(KEPT)
  })

  test.runIf(isInstalled('go', 'version'))('Go', async (context) => {
    const folder = temporaryFolder(context)
    const program = join(folder, 'purchase')
    execFileSync('go', ['build', '-o', program, recipe('purchase.go')])
    expect(await certified([program], folder)).toEqual(KEPT)
  })
})
