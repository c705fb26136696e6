import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { unsettledIn } from '../../at-service.ts'
import { atTarget, type Trial } from '../../trial.ts'
import type { RealService } from '../options.ts'
import type { ListenProgress } from '../progress.ts'
import { ExchangeLog } from '../trials/exchange-log.ts'
import { type Hearing, hear, untilDone } from './listen.ts'

export type TurnsPlan = Hearing & {
  readonly service: RealService
  /** The file of the authority that a client has to trust, if any. */
  readonly certificate: string | null
  /** The moment at which nothing more is listened to, by `performance.now()`. */
  readonly untilMs: number
}

/** One scenario, and what is heard under its key: until all turns have ended, so that none passes as the next one's. */
type Turn = { trial(): Trial | null; close(): Promise<void> }

/**
 * Listens to one scenario after another, each by a client key of its own. What comes late under the key of an earlier one is
 * still a part of that. A scenario in which nothing was bought has no trial.
 */
export async function listenInTurns(
  scenarios: readonly Scenario[],
  plan: TurnsPlan,
  onProgress: (progress: ListenProgress) => void,
): Promise<readonly Trial[]> {
  const turns: Turn[] = []
  try {
    for (const [index, scenario] of scenarios.entries()) {
      if (plan.stop.aborted || performance.now() >= plan.untilMs) break
      const nth = { number: index + 1, of: scenarios.length }
      turns.push(await takeTurn(scenario, nth, plan, onProgress))
    }
    return turns.flatMap((turn) => turn.trial() ?? [])
  } finally {
    for (const turn of turns) await turn.close()
  }
}

async function takeTurn(
  planned: Scenario,
  turn: { readonly number: number; readonly of: number },
  plan: TurnsPlan,
  onProgress: (progress: ListenProgress) => void,
): Promise<Turn> {
  const { service, profile, stop, certificate, untilMs } = plan
  const there = atTarget({ ...planned, sku: plan.own?.get(planned.sku) ?? planned.sku }, service.card)
  const { scenario } = there
  const own = new Map([[scenario.sku, there.own]])
  const way = await service.open(planned)
  const now = { isOver: false }
  const log = new ExchangeLog(
    way,
    hear((progress) => now.isOver || onProgress(progress)),
  )
  const beganMs = way.elapsedMs()
  onProgress({
    event: 'listening',
    url: way.url,
    key: way.key,
    certificate,
    scenarios: [scenario],
    own,
    turn,
  })
  const timeoutSeconds = (untilMs - performance.now()) / 1000
  const isDone = await untilDone({ chosen: [scenario], profile, stop, timeoutSeconds }, way, log, onProgress)
  now.isOver = true
  way.endTurn()
  const { card, baseUrl } = service
  return {
    trial() {
      const { exchanges, unrecorded } = log
      if (!exchanges.some(({ operation }) => operation === 'createOrder')) return null
      const isOpen = !isDone && unsettledIn({ exchanges }).length > 0
      const incomplete = way.whyIncomplete() ?? (isOpen ? CUT_SHORT : null)
      return {
        ...{ ...there, beganMs, endedMs: way.elapsedMs(), exit: null, openingBalance: null, unrecorded },
        target: { ...card, baseUrl, incomplete },
        exchanges: structuredClone(exchanges),
      }
    },
    async close() {
      log.release()
      await way.close()
    },
  }
}

const CUT_SHORT = 'It was ended before its order had settled: raise --timeout, or wait longer before Enter.'
