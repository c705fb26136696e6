import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { ScenarioView } from '../../../contract/report/certification-view.ts'
import { eventsUntil } from '../../../mock-server/admin/events/events.fixture.ts'
import { fakeBrowser } from '../../terminal/fake-browser.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }
/** Both run for longer than the page pauses between two messages. */
const SKUS = ['SCENARIO-LOST-TWICE', 'SCENARIO-PROCESSING']

test('certify --open prints and opens a page that follows the run to its verdict, and changes none', async (context) => {
  const { opened, path } = fakeBrowser(temporaryFolder(context))
  const client = ['--', process.execPath, 'examples/node-raw-socket/client.mjs']
  const { output, ended } = startCli(['certify', '--open', '--jobs', '1', '--only', ...SKUS, ...client], {
    env: { PATH: path },
  })
  const address = await vi.waitFor(() => readFileSync(opened, 'utf8').trim() || expect.fail(), PATIENCE)
  const entered = await fetch(address, { redirect: 'manual' })
  const headers = { Cookie: entered.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
  const stream = await fetch(new URL('events', address.split('?')[0]), { headers })
  const events = await eventsUntil(
    stream,
    ({ event, data }) => event === 'certification' && Object(data).conclusion !== null,
  )
  const views = events.flatMap(({ event, data }) => (event === 'scenario' ? [data as ScenarioView] : []))
  const statesOf = (sku: string) => views.filter((view) => view.sku === sku).map(({ state }) => state)
  for (const sku of SKUS) {
    const states = statesOf(sku)
    expect([...new Set(states)].join()).toMatch(/^(?:waiting,)?running,kept$/)
  }
  expect(events.at(-1)?.data).toMatchObject({ conclusion: { title: 'NO CERTIFICATE' } })
  const { code, stderr } = await ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [, printed = ''] = /^ {2}Watch it +(\S+)$/m.exec(output.stdout) ?? []
  expect(printed.split('?')[0]).toBe(address.split('?')[0])
  expect(printed).not.toBe(address)
})
