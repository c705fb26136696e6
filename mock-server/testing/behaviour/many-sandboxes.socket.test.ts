import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { serve } from '../../serve.ts'
import { ModelSandbox } from '../model/model-sandbox.fixture.ts'
import type { ClockCommand } from '../model/model-steps.fixture.ts'
import { type Dice, diceOf } from '../requests/dice.fixture.ts'
import { openSandbox, overSocket, type Sandbox, type Send } from './sandbox.fixture.ts'

const SANDBOXES = 60
const ROUNDS = 2
const STEPS = 5
const TICK_MS = 500

/** Each with what a mock must make of it, and what the journal must hold of it. */
type Inhabited = {
  readonly sandbox: Sandbox
  readonly model: ModelSandbox
  readonly dice: Dice
  readonly calls: string[]
}

/** Those whose answers arrive at once and whole, and leave the key what it is. */
const [first, ...others] = SCENARIOS.filter(
  ({ faults, revokesKey }) => !revokesKey && faults.every(({ does }) => does.kind === 'refuse'),
).map(({ sku }) => sku)
const SKUS = [first ?? '', ...others] as const
const REFERENCES = ['TEST:1', 'TEST:2', 'TEST:3'] as const
const COMMANDS: readonly [ClockCommand, ...ClockCommand[]] = [
  { advanceSeconds: 1 },
  { advanceSeconds: 7 },
  { freeze: true },
  { resume: true },
  { speed: 4 },
]

async function takeStep(send: Send, { sandbox, model, dice, calls }: Inhabited): Promise<void> {
  const reference = dice.pick(REFERENCES)
  if (dice.chance(3)) {
    const command = dice.pick(COMMANDS)
    model.move(command)
    const body = JSON.stringify({ key: sandbox.key, ...command })
    const { now } = (await (await send('/__mock/clock', { method: 'POST', body })).json()) as { now: string }
    return expect(now).toBe(new Date(model.now).toISOString())
  }
  const sku = dice.pick(SKUS)
  const isPurchase = dice.chance(2)
  const { status, summary } = isPurchase ? model.buy(reference, sku) : model.lookUp(reference)
  const answer = await (isPurchase ? sandbox.buy(sku, reference) : sandbox.lookUp(reference))
  calls.push(`${isPurchase ? 'POST' : 'GET'} ${status}`)
  expect(answer.status, `${sandbox.key}: ${sku}`).toBe(status)
  const text = await answer.text()
  if (summary !== undefined) expect(text).toContain(`"status":"${summary.status}"`)
}

async function journalSeenBy({ sandbox }: Inhabited): Promise<string[]> {
  const { exchanges } = (await (await sandbox.get('/__mock/journal')).json()) as { exchanges: Exchange[] }
  expect(new Set(exchanges.map(({ partner }) => partner)).size).toBe(1)
  return exchanges.map(({ request, response }) => `${request.method} ${response?.status}`)
}

test('sixty sandboxes at once on one mock, each with a time of its own, see nothing of one another', async () => {
  const clock = manualClock()
  const mock = await serve({ clock })
  const send = overSocket(mock.url)
  const inhabited = Array.from(
    { length: SANDBOXES },
    (_, seed): Inhabited => ({
      sandbox: openSandbox(send),
      model: new ModelSandbox(clock.now()),
      dice: diceOf(seed),
      calls: [],
    }),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      inhabited.map(async (each) => {
        for (let step = 0; step < STEPS; step += 1) await takeStep(send, each)
        expect(await each.sandbox.balance()).toBe(each.model.balance())
        each.calls.push('GET 200')
      }),
    )
    clock.advance(TICK_MS)
    for (const { model } of inhabited) model.pass(TICK_MS)
  }
  for (const each of inhabited) expect(await journalSeenBy(each)).toEqual(each.calls)
  expect(new Set(inhabited.map(({ model }) => model.now)).size).toBeGreaterThan(20)
  await mock.close()
}, 120_000)
