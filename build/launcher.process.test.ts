import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const LAUNCHER = fileURLToPath(new URL('launcher.js', import.meta.url))
const run = promisify(execFile)

const node = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`

const FOUND: readonly (readonly [system: string, pretend: string, found: string])[] = [
  ['Node 22.17', node('22.17.1'), 'Node.js 22.17.1'],
  ['Node 20', node('20.20.2'), 'Node.js 20.20.2'],
  ['Deno', "globalThis.Deno = { version: { deno: '2.1.0' }, exit: process.exit }", 'Deno 2.1.0'],
]

test.for(FOUND)('on %s the executable says what it needs, and exits with 2', async ([, pretend, found]) => {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, LAUNCHER, '--version']
  await expect(run(process.execPath, args)).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: `partner-purchase needs Node.js 22.18 or later, and this is ${found}: install a newer one from https://nodejs.org, and run it with that.\n`,
  })
})
