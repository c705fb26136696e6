import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../../../contract/testing/sample.fixture.ts'
import { exampleFiles } from '../../files/files.ts'
import { ROOT } from '../../testing/built-package.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { TUTORIAL_CLIENTS } from './mistake.ts'

type Shown = { readonly command: string; readonly lines: readonly string[] }

/** The commands of the page, each with the lines that it shows of the output; `…` stands for anything. */
const SHOWN: readonly Shown[] = [
  ...readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').matchAll(/```console\n\$ (.*)\n([^`]*)```/g),
].map(([, command = '', lines = '']) => ({ command, lines: lines.trim().split('\n') }))

function patternOf(line: string): RegExp {
  const plain = line.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${plain.replaceAll('…', '.*').replaceAll(/ +/g, ' +')}$`)
}

test('the commands of the page print what it shows, from a card that is bought twice to a certificate', async (context) => {
  const cwd = temporaryFolder(context)
  expect(SHOWN.map(({ command }) => command.replace('npx partner-purchase-kit ', ''))).toEqual([
    'tutorial --language python',
    'tutorial',
    'tutorial --fix',
    'tutorial',
  ])
  for (const { command, lines } of isFull ? SHOWN : SHOWN.slice(0, 3)) {
    const { code, stdout, stderr } = await runCli(command.split(' ').slice(2), { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const printed = stdout.split('\n')
    for (const line of lines) expect(printed).toContainEqual(expect.stringMatching(patternOf(line)))
  }
})

test('a client that is not changed buys two cards again; it says what to change', async (context) => {
  const cwd = temporaryFolder(context)
  const step = (...args: string[]) => runCli(['tutorial', 'mine', ...args], { cwd })
  await step('--language', 'javascript')
  expect((await step()).stdout).toContain('Your client just bought 2 cards.')
  const { stdout } = await step()
  expect(stdout).toContain('It bought 2 cards. In mine/client.mjs replace')
  expect(stdout).toMatch(/Next: .* tutorial mine\n$/s)
})

test('no folder is used that has something else in it', async (context) => {
  const cwd = temporaryFolder(context)
  expect(await runCli(['tutorial', cwd])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no tutorial is in it. Name another folder'),
  })
  writeFileSync(join(cwd, 'tutorial.json'), '{}')
  expect(await runCli(['tutorial', cwd])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Delete it to begin again.'),
  })
})

test.for(Object.entries(TUTORIAL_CLIENTS))(
  'the mistake in %s is in the client once, and can be taken out',
  ([, client]) => {
    const [, text = ''] = exampleFiles(client.example).find(([name]) => name === client.file) ?? []
    const wrong = text.replace(client.right, () => client.wrong)
    expect(wrong).not.toBe(text)
    expect(wrong.replace(client.wrong, () => client.right)).toBe(text)
    const page = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').replaceAll(/^[+-]/gm, '')
    for (const lines of [client.wrong, client.right]) expect(page).toContain(lines)
  },
)

test('the sentence that is quoted is in the reference', () => {
  const quoted = 'A client timeout on POST /orders does not mean the purchase failed.'
  expect(readFileSync(join(ROOT, 'cli/commands/tutorial/run.ts'), 'utf8')).toContain(quoted)
  expect(readFileSync(join(ROOT, 'docs/reference-1.0.1.md'), 'utf8').replaceAll('`', '')).toContain(quoted)
})
