import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

function twoSandboxes() {
  const send = inProcess(createApp({ clock: manualClock() }))
  return [openSandbox(send), openSandbox(send)] as const
}

async function statusOf(answer: Response): Promise<string> {
  const body = (await answer.json()) as { data: { order: { status?: string } } }
  return body.data.order.status ?? ''
}

test('each key has orders of its own: one reference stands for a purchase in each', async () => {
  const [mine, yours] = twoSandboxes()
  await mine.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await yours.lookUp('TEST:1')).status).toBe(404)
  expect((await yours.buy('SCENARIO-FAILS', 'TEST:1')).status).toBe(200)
})

test('each key has a balance of its own', async () => {
  const [mine, yours] = twoSandboxes()
  await mine.buy('SCENARIO-AT-ONCE')
  expect(await mine.balance()).toBe(497_500)
  expect(await yours.balance()).toBe(500_000)
})

test('each key has a clock of its own', async () => {
  const [mine, yours] = twoSandboxes()
  await mine.buy('SCENARIO-PROCESSING', 'TEST:1')
  await yours.buy('SCENARIO-PROCESSING', 'TEST:1')
  await mine.advance(2)
  expect(await statusOf(await mine.lookUp('TEST:1'))).toBe('COMPLETED')
  expect(await statusOf(await yours.lookUp('TEST:1'))).toBe('PROCESSING')
})

test('an order of a sandbox that was advanced begins at that time, not before', async () => {
  const [mine] = twoSandboxes()
  await mine.advance(3600)
  await mine.buy('SCENARIO-PROCESSING', 'TEST:1')
  expect(await statusOf(await mine.lookUp('TEST:1'))).toBe('PROCESSING')
})

test('two mocks share nothing', async () => {
  const one = openSandbox(inProcess(createApp()))
  const other = openSandbox(inProcess(createApp()), { key: one.key })
  await one.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await other.lookUp('TEST:1')).status).toBe(404)
  expect(await other.balance()).toBe(500_000)
})
