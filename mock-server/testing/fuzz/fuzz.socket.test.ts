import { setImmediate as immediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isFull, runs } from '../../../contract/testing/sample.fixture.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { MockControl } from '../../sandbox/control.ts'
import type { ServedMock } from '../../serve-fetch.ts'
import { newKey, openSandbox, overSocket, served } from '../behaviour/sandbox.fixture.ts'
import { type Conversation, converse, fuzzConversation } from './fuzz-conversation.fixture.ts'

const REQUESTS = runs({ sample: 250, full: 20_000 })
/** Other requests each day in the full test, which can be repeated by their seed. */
const SEED = isFull ? Math.floor(Date.now() / 86_400_000) : 1
/** Each mock has one caller at a time: what its journal records belongs to that caller's connection. */
const MOCKS = 8
/** The longest scenario takes 90 seconds. */
const SPEED = 1_000
/** A caller that resets its connection does not wait until the mock has read what it sent: that takes so many turns. */
const TURNS = 3

test(`of ${REQUESTS} malformed requests from seed ${SEED} none makes the mock fail or hang, and each is answered as it is recorded`, async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => faults.mockRestore())
  const mocks = await Promise.all(Array.from({ length: MOCKS }, () => served({ speed: SPEED })))
  const problems: string[] = []
  let next = 0
  let bought = 0
  const callAll = async (mock: ServedMock & MockControl) => {
    while (next < REQUESTS) {
      const conversation = fuzzConversation(SEED * 1_000_003 + next)
      next += 1
      const { problem, isBought } = await hold(conversation, mock)
      bought += Number(isBought)
      if (problem !== undefined) problems.push(`${problem}: ${sentIn(conversation).slice(0, 2_000)}`)
    }
  }
  await Promise.all(mocks.map(callAll))
  expect(problems).toEqual([])
  expect(faults.mock.calls).toEqual([])
  expect(bought).toBeGreaterThan(20)
  for (const { url } of mocks)
    expect((await openSandbox(overSocket(url), { key: newKey() }).buy('SCENARIO-AT-ONCE')).status).toBe(200)
}, 300_000)

async function hold(conversation: Conversation, mock: ServedMock & MockControl) {
  const afterSeq = mock.journal().at(-1)?.seq ?? -1
  const { text, hangs } = await converse(mock.url, conversation)
  for (let turn = 0; turn < TURNS; turn += 1) await immediate()
  const exchanges = () => mock.journal({ afterSeq })
  await vi.waitUntil(() => exchanges().every(({ delivery }) => delivery !== null), { timeout: 10_000 })
  const isBought = exchanges().some(({ order }) => order?.effect === 'recorded')
  const problem = hangs ? 'The connection stayed open' : differenceOf(conversation, text, exchanges())
  return { problem, isBought }
}

const PROBLEM = 'urn:partner-purchase:problem:'
/** The problem that a scenario answers with each status. Any other 5xx is a fault of the mock. */
const SCRIPTED: Readonly<Record<string, string>> = {
  500: `${PROBLEM}internal-error`,
  502: `${PROBLEM}bad-gateway`,
  503: `${PROBLEM}unavailable`,
}

/** How the text that came over a connection differs from the exchanges that the journal has of it. */
function differenceOf(
  conversation: Conversation,
  text: string,
  exchanges: readonly Exchange[],
): string | undefined {
  const statuses = Array.from(
    text.matchAll(/(?:^|[}\n])HTTP\/1\.1 ([2-5]\d\d) /g),
    ([, status = '']) => status,
  )
  if (statuses.some((status) => status >= '500' && !text.includes(SCRIPTED[status] ?? '\0')))
    return 'The mock failed'
  // The admin API is in no journal, and its commands change the journal.
  if (isAdminCall(conversation)) return undefined
  const delivered = exchanges.filter(({ delivery }) => delivery?.outcome === 'delivered')
  const isReset = conversation.leaves === 'resets' || exchanges.some(({ fault }) => fault?.does === 'reset')
  const unheard = delivered.find((exchange) => !text.includes(answerOf(exchange)))
  if (unheard !== undefined && !isReset) return `#${unheard.seq} is recorded as delivered, and did not arrive`
  const isHeard = exchanges.some(({ delivery }) => delivery?.outcome !== 'lost')
  // HTTP itself may still answer, without a body.
  return !isHeard && text.includes('{')
    ? 'What arrived is not in the journal, or is recorded as lost'
    : undefined
}

/** What must arrive of an answer, in Latin-1: its body, unless it has none or comes in pieces. */
function answerOf({ request, response, fault }: Exchange): string {
  const isBare = request.method === 'HEAD' || fault?.does === 'dribble' || fault?.does === 'stall'
  return isBare ? `HTTP/1.1 ${response?.status} ` : Buffer.from(response?.body ?? '').toString('latin1')
}

function sentIn({ pieces }: Conversation): string {
  return Buffer.concat(pieces).toString('latin1')
}

function isAdminCall(conversation: Conversation): boolean {
  const decoded = sentIn(conversation).replace(/%(?:25)*([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
  return /mock/i.test(decoded)
}
