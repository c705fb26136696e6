import { expect, test } from 'vitest'
import { deferred } from './on-first-use.ts'

/** Runs a chunk, and gives what it did in order. */
function ran(code: string): string[] {
  const steps: string[] = []
  const require = (file: string) => {
    steps.push(`loads ${file}`)
    return {
      Made: class {
        made = steps.push(`makes ${file}`)
      },
      run: () => steps.push(`runs ${file}`),
    }
  }
  const interop = (exports: object) => ({ default: exports })
  new Function('require', 'interop', 'step', deferred(code))(require, interop, (name: string) =>
    steps.push(name),
  )
  return steps
}

test('a file is loaded when something of it is used, and once', () => {
  const code = 'let node_fs = require("node:fs");\nstep("begins");\n(0, node_fs.run)();\nnode_fs.run();\n'
  expect(ran(code)).toEqual(['begins', 'loads node:fs', 'runs node:fs', 'runs node:fs'])
})

test('a file that nothing is used of is not loaded', () => {
  expect(ran('const require_later = require("./later.cjs");\nstep("begins");\n')).toEqual(['begins'])
})

test('the default export of a file is loaded as late', () => {
  const code = 'let fs = require("node:fs");\nfs = interop(fs, 1);\nstep("begins");\nfs.default.run();\n'
  expect(ran(code)).toEqual(['begins', 'loads node:fs', 'runs node:fs'])
})

test('what is named like a file without being it stays', () => {
  const code =
    'let fs = require("node:fs");\nconst other = { fs: { run: () => step("other") } };\nother.fs.run();\n'
  expect(ran(code)).toEqual(['other'])
})

test('a class of a file can be made', () => {
  expect(ran('let fs = require("node:fs");\nnew fs.Made();\n')).toEqual(['loads node:fs', 'makes node:fs'])
})

test('what is used within an object is used', () => {
  const code = 'let fs = require("node:fs");\nconst all = { ...fs.run(), fs: fs.run };\n'
  expect(ran(code)).toEqual(['loads node:fs', 'runs node:fs'])
})

test('a chunk that passes on a file as a whole is refused', () => {
  expect(() => deferred('let fs = require("node:fs");\nstep(fs);\n')).toThrow(
    'import what is used of it by name',
  )
})
