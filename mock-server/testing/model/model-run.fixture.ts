import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SMALL_BALANCE_PARTNER } from '../../../fixtures/partners.ts'
import { KeyTime, type TimeChange } from '../../../testing/model/account.fixture.ts'
import {
  type Answer,
  type Asked,
  DocumentedService,
  deliveryOf,
} from '../../../testing/model/documented-service.fixture.ts'
import { newKey, openSandbox, type Sandbox, type Send } from '../behaviour/sandbox.fixture.ts'
import { type OpenedMock, SANDBOXES, type Setting, type Step, steps } from './model-steps.fixture.ts'

type Pair = {
  readonly sandbox: Sandbox
  readonly openingBalance: number
  service: DocumentedService
  time: KeyTime
  calls: Call[]
}
/** A call as the journal must have it. */
type Call = { readonly seq: number; readonly text: string; delivery: string }
/** An answer that a fault delays until a time of its key. */
type Held = {
  readonly pair: Pair
  readonly call: Call
  readonly dueAt: number
  readonly seen: Promise<void>
  isThere: boolean
}

/** How long a condition is waited for: turns of this process first, then pauses of a millisecond. */
const TURNS = 200
const PAUSES = 10_000

/** Follows the examples, and then random steps, each time over a new setting. */
export async function follows(newSetting: () => Setting, numRuns: number, examples: [Step[]][] = []) {
  const property = fc.asyncProperty(steps, (list) => new ModelRun(newSetting()).follow(list))
  await fc.assert(property, { numRuns: examples.length + numRuns, examples })
}

/** Takes the same steps with a mock and with its model, and compares them after each. */
class ModelRun {
  readonly #setting: Setting
  readonly #pairs: readonly Pair[]
  #mock!: OpenedMock
  #held: Held[] = []
  #sent = 0

  constructor(setting: Setting) {
    this.#setting = setting
    const send: Send = (path, init) => this.#mock.send(path, init)
    this.#pairs = Array.from({ length: SANDBOXES }, (_, place) => {
      const partner = place === 1 ? SMALL_BALANCE_PARTNER : { key: newKey(), openingBalance: 500_000 }
      const { key, openingBalance } = partner
      return { sandbox: openSandbox(send, { key }), openingBalance, ...this.#begun(openingBalance) }
    })
  }

  /** @throws {AssertionError} when the mock differs from its model. */
  async follow(steps: readonly Step[]): Promise<void> {
    await this.#open()
    try {
      for (const pair of this.#pairs) await this.#reset(pair)
      for (const step of steps) {
        await this.#take(step)
        await this.#checkHeld()
        // The balances of the other keys, which no step may change, are compared at the end.
        if ('sandbox' in step) await this.#get(this.#pairs[step.sandbox] as Pair, '/balance')
      }
      for (const pair of this.#pairs) await this.#letEnd(pair)
      await this.#checkHeld()
      for (const pair of this.#pairs) {
        await this.#get(pair, '/balance')
        await this.#checkJournal(pair)
      }
      expect(this.#held).toEqual([])
    } finally {
      await this.#mock.close()
    }
  }

  #begun(openingBalance: number): Pick<Pair, 'service' | 'time' | 'calls'> {
    const { canCut } = this.#setting
    return {
      service: new DocumentedService({ canCut, openingBalance }),
      time: new KeyTime(this.#setting.clock.now()),
      calls: [],
    }
  }

  async #take(step: Step): Promise<void> {
    if (step.does === 'tick') return this.#tick(step.milliseconds)
    if (step.does === 'restart') return this.#restart()
    const pair = this.#pairs[step.sandbox] as Pair
    if (step.does === 'buy') return this.#buy(pair, { partnerReference: step.reference, sku: step.sku })
    if (step.does === 'misspell')
      return this.#buy(pair, { partnerReference: step.reference, sku: 'SCENARIO-AT-ONCE', quantity: 1 })
    if (step.does === 'lookUp') return this.#get(pair, `/orders/${encodeURIComponent(step.reference)}`)
    if (step.does === 'read') return this.#get(pair, step.target)
    if (step.does === 'reset') {
      await this.#checkJournal(pair)
      return this.#reset(pair)
    }
    if (step.does === 'move') return this.#move(pair, step.command)
    if (step.does === 'next') {
      const { fault, on, at } = step
      await this.#command(pair, 'next', { fault, on, at })
      const operation = on === 'purchase' ? 'createOrder' : 'lookupOrder'
      pair.service.account.order({ operation, at, fault })
    } else if (step.does === 'withdraw') {
      const withdrawn = await (await pair.sandbox.call('DELETE', '/__mock/next')).json()
      expect(withdrawn).toHaveProperty('waiting', pair.service.account.waiting)
      pair.service.account.waiting = []
    } else if (step.does === 'revoke') {
      await this.#command(pair, 'revoke', { revoked: step.revoked })
      pair.service.account.isRevoked = step.revoked
    } else {
      await this.#command(pair, 'top-up', { amount: '10.50' })
      pair.service.account.credit(1_050)
    }
  }

  async #tick(milliseconds: number): Promise<void> {
    const { clock, pass } = this.#setting
    await pass?.(milliseconds)
    clock.advance(milliseconds)
    for (const { time } of this.#pairs) time.pass(milliseconds)
  }

  async #restart(): Promise<void> {
    // An answer that is under way would be waited for.
    if (!this.#setting.isDurable || this.#held.length > 0) return
    for (const pair of this.#pairs) await this.#checkJournal(pair)
    await this.#mock.close()
    await this.#open()
  }

  /** Each mock begins a journal, which is in memory. */
  async #open(): Promise<void> {
    this.#mock = await this.#setting.open()
    this.#sent = 0
    for (const pair of this.#pairs) pair.calls = []
  }

  async #command({ sandbox: { key } }: Pair, path: string, given: object): Promise<Response> {
    const body = JSON.stringify({ key, ...given })
    const answer = await this.#mock.send(`/__mock/${path}`, { method: 'POST', body })
    expect(answer.ok, path).toBe(true)
    return answer
  }

  async #move(pair: Pair, command: TimeChange): Promise<void> {
    pair.time.change(command)
    const { isFrozen: frozen, speed, now } = pair.time
    const told = await (await this.#command(pair, 'clock', command)).json()
    expect(told).toEqual({ now: new Date(now).toISOString(), frozen, speed })
  }

  async #reset(pair: Pair): Promise<void> {
    await this.#command(pair, 'reset', {})
    Object.assign(pair, this.#begun(pair.openingBalance))
    const released = this.#held.filter((held) => held.pair === pair)
    this.#held = this.#held.filter((held) => held.pair !== pair)
    for (const { seen } of released) await seen
  }

  #get = (pair: Pair, target: string) => this.#call(pair, { method: 'GET', target })
  #buy = (pair: Pair, order: object) =>
    this.#call(pair, { method: 'POST', target: '/orders', body: JSON.stringify(order) })

  async #call(pair: Pair, asked: Asked): Promise<void> {
    const answer = pair.service.answer(asked, pair.time.now)
    const { status, order, fault } = answer
    const text = `${asked.method} ${asked.target} ${status} ${order?.effect ?? null}`
    const call: Call = { seq: this.#sent, text, delivery: deliveryOf(answer) }
    pair.calls.push(call)
    this.#sent += 1
    const headers = { 'Content-Type': 'application/json' }
    const { method, target, body } = asked
    const answering = pair.sandbox.call(method, target, body == null ? {} : { headers, body })
    const seen = expectSeen(answering, answer, this.#setting)
    if (fault === undefined || !('seconds' in fault.does)) return seen
    const held: Held = {
      pair,
      call,
      dueAt: pair.time.now + fault.does.seconds * 1000,
      seen,
      isThere: false,
    }
    call.delivery = 'undefined'
    const mark = () => {
      held.isThere = true
    }
    seen.then(mark, mark)
    this.#held.push(held)
    await this.#turnUntil(() => {
      const last = this.#mock.mock.journal().at(-1)
      return last?.seq === call.seq && last.response !== null
    })
  }

  async #checkHeld(): Promise<void> {
    const isDue = ({ pair, dueAt }: Held) => pair.time.now >= dueAt
    for (const held of this.#held.filter(isDue)) {
      await this.#turnUntil(() => held.isThere)
      expect(held.isThere, 'an answer whose time has come').toBe(true)
      await held.seen
      held.call.delivery = 'delivered'
    }
    this.#held = this.#held.filter((held) => !isDue(held))
    expect(
      this.#held.filter(({ isThere }) => isThere),
      'an answer before its time',
    ).toEqual([])
  }

  /** The journal may know how an answer ended a moment after the client has it. */
  async #checkJournal({ sandbox, calls }: Pair): Promise<void> {
    const { mock } = this.#mock
    const partner = mock.partnerOf(sandbox.key)
    const expected = calls.map(({ seq, text, delivery }) => `${seq} ${text} ${delivery}`).join('\n')
    let found = ''
    const read = () => {
      found = mock.journal({ partner }).map(lineOf).join('\n')
      return found === expected
    }
    await this.#turnUntil(read)
    expect(found).toBe(expected)
  }

  /** Moves the clock of a key until every order of it has ended and every lookup finds it. */
  async #letEnd(pair: Pair): Promise<void> {
    await this.#move(pair, { advanceSeconds: 100 })
    for (const reference of pair.service.account.orders.keys())
      await this.#get(pair, `/orders/${encodeURIComponent(reference)}`)
    // A lookup may be delayed, too.
    await this.#move(pair, { advanceSeconds: 100 })
  }

  async #turnUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let turn = 0; turn < TURNS + PAUSES && !(await isSo()); turn += 1)
      await (turn < TURNS ? immediate() : pause(1))
    // What was decided in this turn is carried out in it.
    await immediate()
  }
}

/** Expects the status and the document of the model, or the error of a lost answer. */
async function expectSeen(
  answering: Promise<Response>,
  answer: Answer,
  { canCut }: Pick<Setting, 'canCut'>,
): Promise<void> {
  const arrived = answering.then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }))
  if (deliveryOf(answer) !== 'delivered') {
    if (!canCut) return expect(arrived).rejects.toThrow(TypeError)
    const lostBy = await arrived.catch(({ cause }) => (cause?.code === 'ECONNRESET' ? 'reset' : 'close'))
    return expect(lostBy).toBe(answer.fault?.does.kind)
  }
  const { status, text } = await arrived
  expect(status).toBe(answer.status)
  // What a refusal says besides is no part of the reference.
  if (status === 200) expect(JSON.parse(text)).toMatchObject(answer.document)
}

function lineOf({ seq, request, response, order, delivery }: Exchange): string {
  const answered = `${response?.status ?? null} ${order?.effect ?? null} ${delivery?.outcome}`
  return `${seq} ${request.method} ${request.target} ${answered}`
}
