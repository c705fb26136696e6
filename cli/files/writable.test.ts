import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'
import { writeWhole } from './files.ts'
import { tryFile, tryFolder } from './writable.ts'

describe('a folder to write into', () => {
  test('is created with its parents, and is empty', (context) => {
    const cwd = temporaryFolder(context)
    tryFolder('a/b', { cwd })
    expect(readdirSync(join(cwd, 'a/b'))).toEqual([])
  })

  test.for([
    ['has no name', '', 'expected the name of a folder, and found none'],
    ['is a file', 'file', 'it is a file, not a folder'],
    ['would be below a file', 'file/below', 'nothing can be written there: a part of its path is a file'],
  ] as const)('is refused where it %s', ([, folder, found], context) => {
    const cwd = temporaryFolder(context)
    writeFileSync(join(cwd, 'file'), '')
    expect(() => tryFolder(folder, { cwd })).toThrow(`--report ${JSON.stringify(folder)}: ${found}`)
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

describe('a file that exists', () => {
  test.for([
    ['is something else is not written over', '{\n  "name": "shop"', false],
    ['is empty is written over', '', true],
    ['an earlier run wrote is written over', '{ "schema": "partner-purchase/shopping-list@1" }', true],
  ] as const)('and %s', ([, found, isWritten], context) => {
    const cwd = temporaryFolder(context)
    writeFileSync(join(cwd, 'old'), found)
    const trying = expect(() => tryFile('old', '--shopping-list', { cwd }, /^\{ "schema"/))
    if (isWritten) trying.not.toThrow()
    else
      trying.toThrow(
        '--shopping-list "old": it holds something else, which would be lost. Name another file.',
      )
  })
})

describe('a file that is written whole', () => {
  test('leaves nothing where its content ends too early, or a folder is in its place', (context) => {
    const cwd = temporaryFolder(context)
    mkdirSync(join(cwd, 'taken/in'), { recursive: true })
    function* cut(): Generator<string> {
      yield 'half'
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    }
    expect(() => writeWhole('new', cut(), { cwd })).toThrow("new can't be written: the disk is full.")
    expect(() => writeWhole('taken', 'text', { cwd })).toThrow("taken can't be written")
    expect(readdirSync(cwd)).toEqual(['taken'])
  })
})
