import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'
import { tryFile, tryFolder } from './writable.ts'

describe('a folder to write into', () => {
  test('is created with its parents, and is empty', (context) => {
    const cwd = temporaryFolder(context)
    tryFolder('a/b', ['report.json'], { cwd })
    expect(readdirSync(join(cwd, 'a/b'))).toEqual([])
  })

  test.for([
    ['has no name', '', 'expected the name of a folder, and found none'],
    ['is a file', 'file', 'it is a file, not a folder'],
    ['would be below a file', 'file/below', 'nothing can be written there: a part of its path is a file'],
    ['has a folder where a file is to be', 'taken', 'report.json is a folder there'],
  ] as const)('is refused where it %s', ([, folder, found], context) => {
    const cwd = temporaryFolder(context)
    writeFileSync(join(cwd, 'file'), '')
    mkdirSync(join(cwd, 'taken/report.json'), { recursive: true })
    expect(() => tryFolder(folder, ['report.json'], { cwd })).toThrow(
      `--report ${JSON.stringify(folder)}: ${found}`,
    )
  })

  // Node itself never returns there from creating folders.
  test.runIf(existsSync('/proc'))('is refused where the system makes none', () => {
    expect(() => tryFolder('/proc/x/y', [], {})).toThrow(
      '--report "/proc/x/y": nothing can be written there: the system creates nothing in that place. Name a folder that can be written, such as report.',
    )
  })
})

describe('a file to write', () => {
  test('is not left behind by the check; an existing one stays as it is', (context) => {
    const cwd = temporaryFolder(context)
    writeFileSync(join(cwd, 'old'), 'kept')
    for (const file of ['old', 'folder/new']) tryFile(file, '--out', { cwd })
    expect(readdirSync(cwd).toSorted()).toEqual(['folder', 'old'])
    expect(readdirSync(join(cwd, 'folder'))).toEqual([])
  })

  test.for([
    ['has no name', ' ', 'expected the name of a file, and found none'],
    ['is a folder', '.', 'it is a folder'],
    ['is meant as a folder', 'new/', 'it is a folder'],
    ['would be below a file', 'file/below', "it can't be written"],
  ] as const)('is refused where it %s', ([, file, found], context) => {
    const cwd = temporaryFolder(context)
    writeFileSync(join(cwd, 'file'), '')
    expect(() => tryFile(file, '--out', { cwd })).toThrow(`--out ${JSON.stringify(file)}: ${found}`)
  })
})
