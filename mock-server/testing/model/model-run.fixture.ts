import { expect } from 'vitest'
import { type ManualClock, manualClock } from '../../../contract/clock.ts'
import { createMock } from '../../app.ts'
import { inProcess, openSandbox, type Sandbox } from '../behaviour/sandbox.fixture.ts'
import { type Expected, ModelSandbox } from './model-sandbox.fixture.ts'
import { type ClockCommand, SANDBOXES, type Step } from './model-steps.fixture.ts'

type Pair = { readonly key: string; readonly sandbox: Sandbox; model: ModelSandbox; calls: Call[] }
/** A call as the journal must hold it. */
type Call = { readonly seq: number; readonly line: string }
/** An answer that is under way until a time of its sandbox. */
type Held = { readonly pair: Pair; readonly dueAt: number; readonly text: Promise<unknown>; isThere: boolean }

const TURNS = 200

/** A mock and its model, with the same steps one after another. */
export class ModelRun {
  readonly #clock: ManualClock = manualClock()
  readonly #mock = createMock({ clock: this.#clock })
  readonly #pairs: readonly Pair[]
  #held: Held[] = []
  #sent = 0

  constructor() {
    const send = inProcess(this.#mock.app)
    this.#pairs = Array.from({ length: SANDBOXES }, () => {
      const sandbox = openSandbox(send)
      return { key: sandbox.key, sandbox, model: new ModelSandbox(this.#clock.now()), calls: [] }
    })
  }

  /** @throws {AssertionError} when the mock differs from its model. */
  async follow(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#take(step)
      await this.#check()
    }
    for (const pair of this.#pairs) await this.#letEnd(pair)
    await this.#check()
    expect(this.#held).toEqual([])
  }

  async #take(step: Step): Promise<void> {
    if (step.does === 'tick') return this.#tick(step.milliseconds)
    const pair = this.#pairs[step.sandbox] as Pair
    const { sandbox, model } = pair
    if (step.does === 'buy')
      return this.#call(pair, 'POST /orders', model.buy(step.reference, step.sku), () =>
        sandbox.buy(step.sku, step.reference),
      )
    if (step.does === 'lookUp') return this.#lookUp(pair, step.reference)
    if (step.does === 'misspell') return this.#misspell(pair, step.reference)
    if (step.does === 'reset') return this.#reset(pair)
    return this.#move(pair, step.command)
  }

  #tick(milliseconds: number): void {
    this.#clock.advance(milliseconds)
    for (const { model } of this.#pairs) model.pass(milliseconds)
  }

  async #move({ key, model }: Pair, command: ClockCommand): Promise<void> {
    model.move(command)
    const body = JSON.stringify({ key, ...command })
    const answer = await this.#mock.app.request('/__mock/clock', { method: 'POST', body })
    const { isFrozen: frozen, speed } = model
    expect(await answer.json()).toEqual({ now: new Date(model.now).toISOString(), frozen, speed })
  }

  async #reset(pair: Pair): Promise<void> {
    const body = JSON.stringify({ key: pair.key })
    expect((await this.#mock.app.request('/__mock/reset', { method: 'POST', body })).status).toBe(204)
    pair.model = new ModelSandbox(this.#clock.now())
    pair.calls = []
    const released = this.#held.filter((held) => held.pair === pair)
    this.#held = this.#held.filter((held) => held.pair !== pair)
    for (const { text } of released) await text
  }

  #lookUp(pair: Pair, reference: string): Promise<void> {
    const target = `GET /orders/${encodeURIComponent(reference)}`
    return this.#call(pair, target, pair.model.lookUp(reference), () => pair.sandbox.lookUp(reference))
  }

  #misspell({ model, ...pair }: Pair, partnerReference: string): Promise<void> {
    const body = JSON.stringify({ partnerReference, sku: 'SCENARIO-AT-ONCE', quantity: 1 })
    const init = { headers: { 'Content-Type': 'application/json' }, body }
    const expected: Expected = { status: model.refusesAll() ? 401 : 422, effect: null }
    return this.#call({ model, ...pair }, 'POST /orders', expected, () =>
      pair.sandbox.call('POST', '/orders', init),
    )
  }

  async #call(pair: Pair, target: string, expected: Expected, send: () => Promise<Response>): Promise<void> {
    this.#note(pair, `${target} ${expected.status} ${expected.effect}`)
    const text = answered(send(), expected)
    if (expected.heldSeconds === undefined) return void (await text)
    const held: Held = { pair, dueAt: pair.model.now + expected.heldSeconds * 1000, text, isThere: false }
    const mark = () => {
      held.isThere = true
    }
    text.then(mark, mark)
    this.#held.push(held)
    await this.#turnUntil(() => this.#mock.journal().at(-1)?.response !== null)
  }

  #note({ calls }: Pair, line: string): void {
    calls.push({ seq: this.#sent, line })
    this.#sent += 1
  }

  async #check(): Promise<void> {
    await this.#checkHeld()
    for (const pair of this.#pairs) await this.#checkBalance(pair)
    this.#checkJournal()
  }

  async #checkHeld(): Promise<void> {
    const isDue = ({ pair, dueAt }: Held) => pair.model.now >= dueAt
    for (const held of this.#held.filter(isDue)) {
      await this.#turnUntil(() => held.isThere)
      expect(held.isThere, 'an answer whose time has come').toBe(true)
      await held.text
    }
    this.#held = this.#held.filter((held) => !isDue(held))
    expect(
      this.#held.filter(({ isThere }) => isThere),
      'an answer before its time',
    ).toEqual([])
  }

  async #checkBalance(pair: Pair): Promise<void> {
    const expected = pair.model.balance()
    this.#note(pair, `GET /balance ${expected === undefined ? 401 : 200} null`)
    const answer = await pair.sandbox.get('/balance')
    const { data } = (await answer.json()) as { data?: { balance: { amount: string } } }
    expect(data?.balance.amount).toBe(expected === undefined ? undefined : (expected / 100).toFixed(2))
  }

  #checkJournal(): void {
    for (const { key, calls } of this.#pairs) {
      const partner = this.#mock.partnerOf(key)
      const lines = this.#mock.journal({ partner }).map(({ seq, request, response, order }) => {
        const target = `${request.method} ${request.target}`
        return `${seq} ${target} ${response?.status} ${order?.effect ?? null}`
      })
      expect(lines.join('\n')).toBe(calls.map(({ seq, line }) => `${seq} ${line}`).join('\n'))
    }
  }

  /** Everything is over in a sandbox after so much time; what was hidden has appeared. */
  async #letEnd(pair: Pair): Promise<void> {
    await this.#move(pair, { advanceSeconds: 100 })
    for (const reference of pair.model.orders.keys()) await this.#lookUp(pair, reference)
    // A lookup may be delayed, too.
    await this.#move(pair, { advanceSeconds: 100 })
  }

  async #turnUntil(isSo: () => boolean): Promise<void> {
    for (let turn = 0; turn < TURNS && !isSo(); turn += 1) await new Promise(setImmediate)
    // What was decided in this turn is carried out in it.
    await new Promise(setImmediate)
  }
}

async function answered(answering: Promise<Response>, { status, summary }: Expected): Promise<void> {
  const answer = await answering
  expect(answer.status).toBe(status)
  const body = (await answer.json()) as { data?: { order: { order?: object; status?: string } } }
  if (summary === undefined) return
  const order = body.data?.order
  const inPlace = order?.status === undefined || order.status === 'NOT_THE_SUMMARY' ? order?.order : order
  expect(inPlace).toMatchObject(summary)
}
