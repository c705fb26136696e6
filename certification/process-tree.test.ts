import { expect, test } from 'vitest'
import { type EndTimes, endTree, processTree } from './process-tree.ts'

const TIMES: EndTimes = { graceMs: 20, killMs: 60_000 }

/** A client on Windows that ends when it was killed a number of times. */
function onWindows(kills: number) {
  const ran: string[] = []
  const root = { pid: 4321, marker: 'KEY=x', hasEnded: () => ran.length >= kills }
  const run = (program: string, args: readonly string[]) => void ran.push([program, ...args].join(' '))
  return { ran, tree: processTree(root, { platform: 'win32', run }) }
}

test('on Windows a client is killed with what it started, until it has ended', async () => {
  const { ran, tree } = onWindows(2)
  expect(tree.isRunning()).toBe(true)
  await endTree(tree, TIMES)
  expect(ran).toEqual(Array(2).fill('taskkill /PID 4321 /T /F'))
  expect(tree.isRunning()).toBe(false)
})

test('on Windows nothing is killed by the number of a client that has ended: another program may have it', async () => {
  const { ran, tree } = onWindows(0)
  tree.signal('SIGKILL')
  await endTree(tree, TIMES)
  expect(ran).toEqual([])
})
