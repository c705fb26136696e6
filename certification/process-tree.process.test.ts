import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endTree, processTree } from './process-tree.ts'

const CHILD = `setTimeout(() => {}, 600000)`
const PARENT = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', ${JSON.stringify(CHILD)}]).once('spawn', () => console.log('both run'))`

test.skipIf(process.platform === 'win32')('on macOS a client is ended with its process group', async () => {
  const client = spawn(process.execPath, ['-e', PARENT], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(client, 'close')
  await once(client.stdout, 'data')
  const root = { pid: client.pid ?? 0, marker: '', hasEnded: () => client.signalCode !== null }
  const tree = processTree(root, { platform: 'darwin', run: () => {} })
  expect(tree.isRunning()).toBe(true)
  await endTree(tree, { graceMs: 5_000, killMs: 5_000 })
  expect([await ended, tree.isRunning()]).toEqual([[null, 'SIGTERM'], false])
})
