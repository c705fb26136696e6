import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** A plain word, or a text in double quotes in which neither sh nor cmd.exe replaces anything. */
const WORD = String.raw`(?:[\w./:=@-]+|"[^"$%!^\\\x60]*")`
const COMMAND = String.raw`(?![\w]+=)${WORD}(?: ${WORD})*`
const PORTABLE = new RegExp(`^${COMMAND}(?: && ${COMMAND})*$`)

test('the scripts of npm mean the same to sh and to cmd.exe', () => {
  const others = Object.entries(scripts).filter(([, line]) => !PORTABLE.test(line))
  expect(others).toEqual([])
  for (const line of ['rm -rf dist; tsc', "node -e 'x'", 'CI=1 vitest', 'echo $HOME', 'a | b', 'ls *.ts'])
    expect(line).not.toMatch(PORTABLE)
})
