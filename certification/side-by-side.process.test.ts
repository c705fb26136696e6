import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { type Scenario, scenarioSchema } from '../contract/scenario/scenario.ts'
import type { Command } from './client-process.ts'
import { sideBySide } from './run.ts'

/** A client that reads the price of its card twenty times at once, and calls an undocumented path without a key. */
const CLIENT = `
  const { SERVICE_BASE_URL: url, SERVICE_PARTNER_API_KEY: key, SERVICE_SKU: sku } = process.env
  const headers = { Authorization: 'Bearer ' + key }
  await Promise.all(Array.from({ length: 20 }, () => fetch(url + '/products/' + sku + '/price', { headers })))
  await fetch(url + '/no-key/' + sku)`

const CLIENT_COMMAND: Command = [process.execPath, '--input-type=module', '-e', CLIENT]

const scenarios: readonly Scenario[] = ['SHORT', 'LONGER', 'LONGEST'].map((sku, index) =>
  scenarioSchema.parse({
    sku,
    name: 'a card',
    story: 'It is settled.',
    course: { processing: [{ forSeconds: index + 1, pollAfterSeconds: 1 }], settles: 'success' },
  }),
)

type Given = { jobs: number; stop?: AbortController; command?: Command }

function run({ jobs, stop = new AbortController(), command = CLIENT_COMMAND }: Given) {
  const plan = {
    command,
    profile: DEFAULT_PROFILE,
    scenarios,
    marginSeconds: 30,
    stop: stop.signal,
    isHurried: () => false,
  }
  return sideBySide(scenarios, jobs, plan, () => {})
}

test('each scenario records exactly the requests to its own sandbox, and at most `jobs` scenarios run at a time', async () => {
  const ended = await run({ jobs: 2 })
  const trialOf = (wanted: Scenario) => ended.find(({ scenario }) => scenario === wanted)
  for (const scenario of scenarios) {
    const { sku } = scenario
    const trial = trialOf(scenario)
    expect(trial).toMatchObject({ exit: { code: 0, cause: 'exited' }, unrecorded: 0 })
    const targets = trial?.exchanges.map(({ request }) => request.target)
    expect(targets).toEqual([...Array(20).fill(`/products/${sku}/price`), `/no-key/${sku}`])
    expect(trial?.exchanges.at(-1)?.partner).toBeNull()
    expect(trial?.exchanges.every(({ delivery }) => delivery?.outcome === 'delivered')).toBe(true)
  }
  const times = scenarios.map((scenario) =>
    (trialOf(scenario)?.exchanges ?? []).map(({ at }) => Date.parse(at)),
  )
  const [first = [], second = [], third = []] = times
  // The third scenario begins when one of the others has ended.
  expect(Math.min(...third)).toBeGreaterThanOrEqual(Math.min(Math.max(...first), Math.max(...second)))
})

test('a stopped run starts no client', async () => {
  const stop = new AbortController()
  stop.abort('interrupted')
  expect((await run({ jobs: 2, stop })).length).toBe(0)
})

test('a command that cannot be started ends the run', async () => {
  await expect(run({ jobs: 3, command: ['./no-such-client'] })).rejects.toThrow('no-such-client')
})
