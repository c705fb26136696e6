import type { Scenario } from '../../contract/scenario/scenario.ts'
import { droppedWords } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { controlOf } from '../sandbox/control.ts'
import { accountOf, partnerOf } from '../sandbox/keys.ts'
import type { Mock, MockContext } from '../sandbox/mock.ts'
import { nameByDigest } from '../store/store.ts'
import { onSandbox } from './asked.ts'

/** How many exchanges are judged: the rules take some milliseconds for this many. */
const MOST_JUDGED = 1_000
const MOST_RECORDED = 10_000

/** Two readings of one clock, one after the other, may differ by so much. */
const READING_MS = 1_000

const NO_JUDGE =
  'This mock judges no client: it was started by a program. `npx partner-purchase-kit mock` judges, and `npx partner-purchase-kit certify` tries every scenario.'

const NOTHING_BOUGHT =
  'Nothing was bought with this key yet, so that there is nothing to judge. Its calls are in GET journal.jsonl.'
const NOTHING_LEFT =
  'Nothing that was bought with this key is left in the journal, so that there is nothing to judge.'

const NO_MARK = 'Send from=SEQ: the seq of an exchange in the journal. What came after it is judged.'

/** `GET /__mock/judgement?key=…`: judges what a key did, so far or since `from`, by the clauses that bind clients. */
export const readJudgement = onSandbox(async (c, sandbox) => {
  const { mock } = c.var
  const mark = markIn(c)
  if (mock.judge === undefined) return c.json({ error: NO_JUDGE }, 404)
  if (Number.isNaN(mark)) return c.json({ error: NO_MARK }, 400)
  const { partner, dropped, history } = await historyOf(mock, sandbox, mark, MOST_JUDGED)
  const { exchanges, omitted, gaps } = history
  const clauses = await mock.judge(history)
  return c.json({ partner, exchanges: exchanges.length, omitted, dropped, gaps, clauses })
})

/** `GET /__mock/recording.jsonl?key=…`: what a key did, as a recording for `partner-purchase judge`. */
export const readRecording = onSandbox(async (c, sandbox) => {
  const { mock } = c.var
  const mark = markIn(c)
  if (mock.record === undefined) return c.json({ error: NO_JUDGE }, 404)
  if (Number.isNaN(mark)) return c.json({ error: NO_MARK }, 400)
  const { history } = await historyOf(mock, sandbox, mark, MOST_RECORDED)
  const recording = await mock.record(history, new URL(c.req.url).origin)
  if (recording !== undefined) return c.body(recording, 200, { 'Content-Type': 'application/jsonl' })
  const error = history.gaps.length === 0 ? NOTHING_BOUGHT : [NOTHING_LEFT, ...history.gaps].join(' ')
  return c.json({ error }, 404)
})

/** The `seq` after which exchanges are judged; NaN if `from` is not one. */
function markIn(c: MockContext): number | undefined {
  const from = c.req.query('from')
  if (from === undefined) return undefined
  return /^\d{1,15}$/.test(from) ? Number(from) : Number.NaN
}

async function historyOf(mock: Mock, sandbox: string, mark: number | undefined, most: number) {
  const account = accountOf(mock, sandbox)
  const partner = partnerOf(mock, sandbox)?.id
  // Counted first: an order that is placed meanwhile must not look as if its exchange were missing.
  const { count } = await mock.store.orders(account, 1)
  const kept = controlOf(mock).journal({ partner })
  const all = kept.filter(({ seq }) => mark === undefined || seq > mark)
  const exchanges = all.slice(-most)
  // The oldest are dropped first: if one before the mark is left, none after it is missing.
  const dropped = kept.length > all.length ? null : mock.journal.dropped(partner)
  const older = all.length - exchanges.length
  const recorded = new Set(
    all.flatMap(({ order }) => (order?.effect === 'recorded' ? order.partnerReference : [])),
  )
  // A store keeps the orders of earlier mocks and of others, and a journal only what came to this one.
  const bought = dropped === null && mark === undefined ? Math.max(0, count - recorded.size) : 0
  const history = {
    exchanges,
    omitted: older + (dropped?.count ?? 0) + bought,
    gaps: [
      dropped === null ? '' : droppedWords(dropped),
      older === 0
        ? ''
        : `Only the latest ${most} exchanges are looked at, and ${older} before them are left out.`,
      bought === 0 ? '' : boughtElsewhereWords(bought),
    ].filter((sentence) => sentence !== ''),
    profile: mock.profile,
    scenarios: scenariosIn(exchanges, mock),
    openingBalance: account.openingBalance,
    endedAt: mock.journal.beganAt + mock.journal.elapsedMs(),
    isClockChanged: await isClockChanged(mock, sandbox),
  }
  return { partner: partner ?? null, dropped, history }
}

function boughtElsewhereWords(count: number): string {
  const orders = count === 1 ? 'an order' : `${count} orders`
  return `The store has ${orders} that this journal has no purchase of: a mock keeps its journal in memory, so that it has nothing from before its start, and nothing that another mock served.`
}

/** The scenario of each card in some exchanges; the ordinary one for a card without its own. */
function scenariosIn(
  exchanges: readonly Exchange[],
  { scenarioOf, offersFor, partners }: Mock,
): readonly Scenario[] {
  const skus = new Set(exchanges.flatMap(({ order }) => order?.sku ?? []))
  const offers = partners[0] === undefined ? undefined : offersFor({ ...partners[0], eligible: null })
  return [...skus].map((sku) => {
    const scenario = scenarioOf(sku)
    return { ...scenario, sku, price: offers?.find(sku)?.price ?? scenario.price }
  })
}

/** Whether the time of a key differs from that of a sandbox that nobody uses. */
async function isClockChanged(mock: Mock, sandbox: string): Promise<boolean> {
  const [own, common] = await Promise.all([
    mock.store.enter(accountOf(mock, sandbox)),
    mock.store.enter({ sandbox: nameByDigest('0'.repeat(64)), openingBalance: 0 }),
  ])
  return own.isFrozen || own.speed !== 1 || Math.abs(own.now - common.now) > READING_MS
}
