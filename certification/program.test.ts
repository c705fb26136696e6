import { describe, expect, test } from 'vitest'
import { windowsProgram } from './program.ts'

const FILES = ['C:\\Program Files\\nodejs\\npm.cmd', 'C:\\Python\\python.exe', 'D:\\shop\\client.bat']
const ENV = { Path: 'C:\\Python;;C:\\Program Files\\nodejs', COMSPEC: 'C:\\Windows\\cmd.exe' }

function started(...command: readonly [string, ...string[]]) {
  return windowsProgram(command, { env: ENV, cwd: 'D:\\shop', exists: (path) => FILES.includes(path) })
}

function lineOf(...command: readonly [string, ...string[]]) {
  const { program, args, windowsVerbatimArguments } = started(...command)
  expect({ program, windowsVerbatimArguments }).toEqual({
    program: 'C:\\Windows\\cmd.exe',
    windowsVerbatimArguments: true,
  })
  return args.join(' ')
}

describe('on Windows', () => {
  test('a program is started as it is', () => {
    expect(started('python', 'a b', '%PATH%')).toEqual({ program: 'python', args: ['a b', '%PATH%'] })
  })

  test('what is nowhere is left to the system to refuse', () => {
    expect(started('no-such-client', 'x')).toEqual({ program: 'no-such-client', args: ['x'] })
  })

  test('npm, which is a batch file, is started by cmd.exe, with each word in quotes', () => {
    expect(lineOf('npm', 'run', 'my client', 'a&b', '--label=1')).toBe(
      '/d /v:off /s /c ""C:\\Program Files\\nodejs\\npm.cmd" "run" "my client" "a&b" "--label=1""',
    )
  })

  test.for(['.\\client', './client.bat', 'D:\\shop\\client.bat'])(
    'a batch file is found by its path %s',
    (path) => {
      expect(lineOf(path)).toBe('/d /v:off /s /c ""D:\\shop\\client.bat""')
    },
  )

  test('a file of the folder is not started by its name alone', () => {
    expect(started('client').program).toBe('client')
  })

  test('a backslash at the end of a word leaves its quotes closed', () => {
    expect(lineOf('npm', 'D:\\')).toContain('"D:\\\\""')
  })

  test.for(['say "hi"', '%PATH%', 'one\ntwo'])('a word that cmd.exe would change is refused: %j', (word) => {
    expect(() => started('npm', word)).toThrow(
      `The command "npm" can't be started: it is a batch file, and cmd.exe would change its argument ${JSON.stringify(word)}.`,
    )
  })

  test('a key in such a word is not repeated', () => {
    expect(() => started('npm', '"pk_test_of_the_shop"')).toThrow(/\[key\]/)
  })
})
