import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, type TestContext, test } from 'vitest'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { startCertify } from './certify-run.fixture.ts'

const BROKEN = pathToFileURL('examples/broken/').href

/** A client that also writes files of its own; what it does wrong is in a file beside it. */
const CLIENT = `#!/usr/bin/env node
  import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
  import { CORRECT } from '${BROKEN}behaviour.mjs'
  import { runClient } from '${BROKEN}client.mjs'
  import { VARIATIONS } from '${BROKEN}variations.mjs'
  import { mistake } from './lib/mistake.mjs'
  const { SERVICE_ORDER_LABEL: label } = process.env
  mkdirSync(new URL('./orders', import.meta.url), { recursive: true })
  for (const name of ['state.json', 'orders/' + label + '.json'])
    writeFileSync(new URL(name, import.meta.url), label)
  const { behaviour } = VARIATIONS.find(({ name }) => name === mistake) ?? {}
  process.exitCode = await runClient({ ...CORRECT, ...behaviour }, process.env)`

function clientIn(context: TestContext) {
  const folder = temporaryFolder(context)
  const at = (name: string) => join(folder, name)
  mkdirSync(at('lib'))
  mkdirSync(at('node_modules'))
  writeFileSync(at('client.mjs'), CLIENT, { mode: 0o755 })
  const write = (text: string) => writeFileSync(at('lib/mistake.mjs'), text)
  const make = (mistake: string) => write(`export const mistake = '${mistake}'`)
  const started = async () => {
    while (!existsSync(at('state.json'))) await pause(20)
  }
  return { at, write, make, started }
}

/** Waits until a run has printed a text so many times. */
async function printed(output: { readonly stdout: string }, text: string, times: number): Promise<void> {
  while (output.stdout.split(text).length <= times) await pause(20)
}

const WAITS = 'Waiting for a change'
const BEGINS = 'certification of a client'

describe.concurrent('certify --watch', () => {
  test('runs again what was not kept, at each change of the client, until a run of all is kept', async (context) => {
    const { at, write, make } = clientIn(context)
    make('never-polls')
    const only = ['--only', 'at-once,processing', '--report', at('report')]
    const { child, output, ended } = startCertify(
      ['certify', '--watch', ...only, '--', 'node', at('client.mjs')],
      startCli,
    )
    context.onTestFinished(() => void child.kill())
    await printed(output, WAITS, 1)
    expect(output.stdout).toContain('✗ SCENARIO-PROCESSING')

    // Neither what the client wrote, nor what is not its own, runs it again.
    writeFileSync(at('node_modules/x.mjs'), '')
    writeFileSync(at('report/note.mjs'), '')
    // A client that is being written can't begin, and in the end it can.
    write('export const mistake = ')
    await printed(output, WAITS, 2)
    expect(output.stdout).toContain('SyntaxError')
    expect(output.stdout).toMatch(/── Changed: \S*lib\/mistake\.mjs ─/)
    rmSync(at('client.mjs'))
    await printed(output, WAITS, 3)
    writeFileSync(at('new.mjs'), CLIENT)
    make('none')
    renameSync(at('new.mjs'), at('client.mjs'))

    const { code, stdout, stderr, leftOver } = await ended
    expect({ code, stderr, leftOver }, stdout).toEqual({ code: 0, stderr: '', leftOver: [] })
    expect(stdout.split(BEGINS)).toHaveLength(1 + 5)
    expect(stdout.split('1 of 38, those that the last run did not keep')).toHaveLength(1 + 3)
    const [, last = ''] = stdout.split('Nothing of these is left: the whole run')
    for (const sku of ['AT-ONCE', 'PROCESSING']) expect(last).toContain(`✓ SCENARIO-${sku}`)
    expect(last).toContain('NO CERTIFICATE')
  })

  test('begins again at once when the client changes in the middle of a run', async (context) => {
    const { at, make, started } = clientIn(context)
    make('none')
    const args = ['certify', '--watch', '--only', 'LONG', '--', 'node', at('client.mjs')]
    const { child, output, ended } = startCertify(args, startCli)
    await started()
    make('never-polls')
    await printed(output, WAITS, 1)
    expect(output.stdout).toMatch(/Changed: \S*mistake\.mjs/)
    expect(output.stdout.split('interrupted')).toHaveLength(1)
    expect(output.stdout.split(BEGINS)).toHaveLength(1 + 2)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, leftOver: [] })
  })

  test('survives a program that is missing for a moment, and leaves no client behind', async (context) => {
    const { at, make, started } = clientIn(context)
    make('none')
    const args = ['certify', '--watch', '--only', 'LONG', '--', at('client.mjs')]
    const { child, output, ended } = startCertify(args, startCli)
    await started()
    rmSync(at('client.mjs'))
    await printed(output, WAITS, 1)
    expect(output.stderr).toContain("can't be started: there is no such program")
    rmSync(at('state.json'))
    writeFileSync(at('client.mjs'), CLIENT, { mode: 0o755 })
    await started()
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, leftOver: [] })
  })
})
