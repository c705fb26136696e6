import { expect, test } from 'vitest'
import { TOOL } from '../contract/report/kit.ts'
import { runCli } from './testing/run-in-process.fixture.ts'

const { stdout: overview } = await runCli(['--help'])
const commands = Array.from(overview.matchAll(/^ {2}([a-z]+) {2,}\S/gm), ([, name = '']) => name)

test('the overview lists the commands', () => {
  expect(commands).toContain('certify')
})

test.each(commands)('the help of %s ends with a call that has its own options alone', async (name) => {
  const { stdout } = await runCli([name, '--help'])
  const [help = '', example = ''] = stdout.split('\nExample:\n  npx partner-purchase-kit ')
  expect(example).toMatch(new RegExp(`^${name}\\b.*\\n$`))
  const [own = ''] = example.split(' -- ')
  for (const [option] of own.matchAll(/--[a-z-]+/g)) expect(help).toMatch(new RegExp(`^  ${option}\\b`, 'm'))
})

test.each(['-v', '--version'])('%s prints the version', async (option) => {
  expect(await runCli([option])).toMatchObject({ code: 0, stdout: `${TOOL.version}\n` })
})
