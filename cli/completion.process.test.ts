import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { TOOL } from '../contract/report/kit.ts'
import { MAIN } from './testing/run-cli.fixture.ts'
import { runCli } from './testing/run-in-process.fixture.ts'

/** What a run prints by the console: the package that completes knows no other way. */
async function printed(args: readonly string[]): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    expect(await runCli(args)).toEqual({ code: 0, stdout: '', stderr: '' })
    return log.mock.calls.join('\n')
  } finally {
    log.mockRestore()
  }
}

test.for([
  ['certif', ['certify']],
  ['certify --wat', ['--watch', '--watch-path']],
] as const)('what begins with "%s" is completed', async ([typed, names]) => {
  const lines = (await printed(['complete', '--', ...typed.split(' ')])).split('\n')
  expect(lines.flatMap((line) => (line.includes('\t') ? [line.split('\t')[0]] : []))).toEqual(names)
})

test.for(['bash', 'zsh', 'fish', 'powershell'])('there is a script for %s', async (shell) => {
  expect(await printed(['completion', shell])).toMatch(/partner-purchase complete '?--/)
})

test.skipIf(process.platform === 'win32')('bash completes by the script', () => {
  const script = `
    partner-purchase() { "${process.execPath}" "${MAIN}" "$@"; }
    _get_comp_words_by_ref() { cur=certif; words=(partner-purchase certif); cword=1; }
    . <("${process.execPath}" "${MAIN}" completion bash)
    __partner_purchase_complete 2>/dev/null
    echo "\${COMPREPLY[*]}"`
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout).toBe('certify\n')
})

test.for(['-v', '--version'])('%s prints the version', async (option) => {
  expect(await runCli([option])).toMatchObject({ code: 0, stdout: `${TOOL.version}\n` })
})
