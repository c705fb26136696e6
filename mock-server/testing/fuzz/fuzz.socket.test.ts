import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isFull, runs } from '../../../contract/testing/sample.fixture.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { MockControl } from '../../sandbox/control.ts'
import { serve } from '../../serve.ts'
import type { ServedMock } from '../../serve-fetch.ts'
import { newKey, openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'
import { collectGarbage } from '../collect-garbage.fixture.ts'
import { type ReadResponse, readResponses } from '../requests/wire-request.fixture.ts'
import { type Conversation, converse, fuzzConversation, type Heard } from './fuzz-conversation.fixture.ts'

const REQUESTS = runs({ sample: 300, full: 20_000 })
/** Other requests each day, in the full test: what fails can be tried again. */
const SEED = isFull ? Math.floor(Date.now() / 86_400_000) : 1

/** By how much the heap may be larger after the last part than after the one before it, once their mocks are closed. */
const GROWTH = 1.1
const PARTS = 3
/** So many mocks, each of which has one caller at a time: what its journal says is of that caller's connection. */
const AT_A_TIME = 8
/** The longest scenario takes 90 seconds. */
const SPEED = 1_000
/** In so many turns a mock has read what was sent before a reset: the caller does not wait for that. */
const TURNS = 3
const CARD = 'SCENARIO-AT-ONCE'
const SETTLE_STEPS = 100
const SETTLE_STEP_MS = 10

class Count {
  requests = 0
  readonly statuses = new Map<number, number>()
  /** How many purchases the journals have, by what came of their answers. */
  readonly purchases = new Map<string, number>()
  /** Conversations with a 5xx that no scenario asks for, as they were sent. */
  readonly unasked: string[] = []
  /** Conversations whose connection stayed open though the caller had closed its side. */
  readonly hangs: string[] = []
  /** Conversations that were answered otherwise than recorded. */
  readonly misrecorded: string[] = []
}

test(`of ${REQUESTS} requests that are wrong in all ways, from seed ${SEED}, none is at fault, and each is answered as it is recorded`, async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => faults.mockRestore())
  const count = new Count()
  const heap: number[] = []
  for (let part = 1; part <= PARTS; part += 1) {
    const mocks = await Promise.all(Array.from({ length: AT_A_TIME }, () => serve({ speed: SPEED })))
    const holdAll = async (mock: ServedMock & MockControl) => {
      while (count.requests < (REQUESTS * part) / PARTS) {
        // Each of its own, so that none depends on how fast the others were answered.
        const conversation = fuzzConversation(SEED * 1_000_003 + count.requests)
        count.requests += 1
        await hold(conversation, mock, count)
      }
    }
    await Promise.all(mocks.map(holdAll))
    const { status } = await openSandbox(overSocket(mocks[0]?.url ?? ''), { key: newKey() }).buy(CARD)
    expect(status).toBe(200)
    await Promise.all(mocks.map((mock) => mock.close()))
    collectGarbage()
    heap.push(process.memoryUsage().heapUsed)
  }
  const { unasked, hangs, misrecorded, statuses, purchases } = count
  expect({ unasked, hangs, misrecorded }).toEqual({ unasked: [], hangs: [], misrecorded: [] })
  expect(faults.mock.calls).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(30)
  expect(purchases.get('delivered')).toBeGreaterThan(30)
  const [, before = 0, after = 0] = heap
  expect(after / before).toBeLessThan(GROWTH)
}, 300_000)

async function hold(conversation: Conversation, mock: ServedMock & MockControl, count: Count): Promise<void> {
  const afterSeq = mock.journal().at(-1)?.seq ?? -1
  const heard = await converse(mock.url, conversation)
  for (let turn = 0; turn < TURNS; turn += 1) await immediate()
  const exchanges = await settled(() => mock.journal({ afterSeq }))
  const sent = JSON.stringify(Buffer.concat(conversation.pieces).toString('latin1').slice(0, 2_000))
  const difference = differenceOf(conversation, heard, exchanges)
  if (difference !== undefined) count.misrecorded.push(`${difference} (${conversation.leaves}): ${sent}`)
  if (heard.hangs) count.hangs.push(sent)
  for (const { operation, delivery } of exchanges)
    if (operation === 'createOrder') add(count.purchases, delivery?.outcome ?? 'under way')
  const statuses = statusesIn(heard.text)
  for (const status of statuses) add(count.statuses, status)
  if (statuses.some((status) => status >= 500 && !heard.text.includes(ASKED_FOR[status] ?? NOTHING)))
    count.unasked.push(sent)
}

/** What is under way when a connection has been closed ends in a moment. */
async function settled(read: () => readonly Exchange[]): Promise<readonly Exchange[]> {
  let exchanges = read()
  for (let step = 0; step < SETTLE_STEPS && exchanges.some(({ delivery }) => delivery === null); step += 1) {
    await pause(SETTLE_STEP_MS)
    exchanges = read()
  }
  return exchanges
}

function statusesIn(text: string): number[] {
  return Array.from(text.matchAll(/(?:^|[}\n])HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** What a scenario asks for: the type of the problem that comes with each status. */
const PROBLEM = 'urn:partner-purchase:problem:'
const ASKED_FOR: Readonly<Record<number, string>> = {
  500: `${PROBLEM}internal-error`,
  502: `${PROBLEM}bad-gateway`,
  503: `${PROBLEM}unavailable`,
}
const NOTHING = '\0'

/**
 * How what came over a connection differs from what the journal has of it; undefined where it does not. Every answer that
 * was delivered arrived, whole, in the order of the requests, with the status and the body that were recorded; an answer
 * that was lost did not; and nothing else came.
 *
 * @param exchanges of that connection, in the order of their arrival.
 */
function differenceOf(
  { pieces, leaves }: Conversation,
  { text }: Heard,
  exchanges: readonly Exchange[],
): string | undefined {
  if (asksForOwnSurface(Buffer.concat(pieces).toString('latin1'))) return undefined
  const unfinished = exchanges.find(({ delivery }) => delivery === null)
  if (unfinished !== undefined) return `${named(unfinished)} never ended`
  const delivered = exchanges.filter(({ delivery }) => delivery?.outcome === 'delivered')
  const isReset = leaves === 'resets' || exchanges.some(({ fault }) => fault?.does === 'reset')
  const answers = readAnswers(text, delivered)
  if (typeof answers === 'string') return answers
  const wrong = delivered.findIndex((exchange, index) => !isAnswer(answers[index], exchange, isReset))
  const [exchange, answer] = [delivered[wrong], answers[wrong]]
  if (exchange !== undefined) return `${named(exchange)} was answered ${answer?.status ?? 'nothing'}`
  const more = answers.slice(delivered.length)
  return more.every((one, index) => isLast(one, index, exchanges)) ? undefined : `${more.length} answers more`
}

/** The mock's own surface is in no journal, and takes exchanges out of it. */
function asksForOwnSurface(text: string): boolean {
  const plain = text.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
  return /mock/i.test(plain)
}

function readAnswers(text: string, delivered: readonly Exchange[]): readonly ReadResponse[] | string {
  try {
    const isToHead = (index: number) => delivered[index]?.request.method === 'HEAD'
    return readResponses(text, isToHead).filter(({ status }) => !(status < 200))
  } catch (cause) {
    return (cause as Error).message
  }
}

/** Where a connection is reset, from either side, what was on its way may not arrive. */
function isAnswer(answer: ReadResponse | undefined, exchange: Exchange, isReset: boolean): boolean {
  if (answer === undefined) return isReset
  const { request, response } = exchange
  if (!answer.isWhole) return isReset
  const body = request.method === 'HEAD' ? '' : Buffer.from(response?.body ?? '').toString('latin1')
  return answer.status === response?.status && answer.body === body
}

/**
 * After the last answer that was delivered comes one that was cut, which may be whole where what no HTTP is came after its
 * request; or what HTTP itself answers.
 */
function isLast(answer: ReadResponse, index: number, exchanges: readonly Exchange[]): boolean {
  const isCut = index === 0 && exchanges.some(({ delivery }) => delivery?.outcome === 'cut')
  return isCut || (answer.status >= 400 && answer.status < 500 && answer.body === '')
}

function named({ seq, request, response, delivery }: Exchange): string {
  return `#${seq} ${request.method} ${request.target.slice(0, 60)}, recorded as ${response?.status} ${delivery?.outcome},`
}
