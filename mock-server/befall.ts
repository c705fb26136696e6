import type { Fault } from '../contract/fault.ts'
import { connectionOf } from './caller.ts'
import { alreadySent, lose, loseInAnswer } from './connection.ts'
import type { MockContext } from './env.ts'
import { dribbled, held, heldHalfway } from './held-answer.ts'
import { refuse } from './respond.ts'
import { scriptedRefusal } from './scripted-refusal.ts'

/** What answers a request, and records its order on the way. */
type Answering = () => Promise<Response>
type Effect = Fault['does']
/** A request about a card, and the fault that it meets, if it does. */
type Befallen = { readonly fault: Fault | undefined; readonly sku: string }

/**
 * Answers a request as its fault has it. Whatever becomes of the answer, the order is recorded, or not, when
 * `answering` runs: never when a held answer is let go.
 */
export async function befall(
  c: MockContext,
  { fault, sku }: Befallen,
  answering: Answering,
): Promise<Response> {
  if (fault === undefined) return answering()
  c.get('recording').fault({ at: fault.at, does: fault.does.kind })
  if (fault.at === 'in-answer') return inAnswer(c, fault.does, await answering())
  return beforeAnswer(
    c,
    { does: fault.does, sku },
    fault.at === 'before-recording' ? answering : ready(await answering()),
  )
}

function ready(answer: Response): Answering {
  return async () => answer
}

async function beforeAnswer(
  c: MockContext,
  { does, sku }: { does: Effect; sku: string },
  answering: Answering,
): Promise<Response> {
  if (does.kind === 'refuse') return refuse(c, scriptedRefusal(does, sku))
  if (does.kind !== 'stall') return lost(c, does.kind)
  const isAwaited = await held(c, does.seconds)
  return isAwaited ? answering() : alreadySent()
}

async function inAnswer(c: MockContext, does: Effect, answer: Response): Promise<Response> {
  if (does.kind === 'dribble') return dribbled(c, answer, does.seconds)
  if (does.kind === 'stall') return heldHalfway(c, answer, does.seconds)
  const outgoing = connectionOf(c.env)
  if (outgoing === undefined || does.kind === 'refuse') return answer
  await loseInAnswer(outgoing, answer, does.kind)
  return alreadySent()
}

function lost(c: MockContext, kind: 'reset' | 'close' | 'dribble'): Response {
  const outgoing = connectionOf(c.env)
  if (outgoing !== undefined) lose(outgoing, kind === 'reset' ? 'reset' : 'close')
  return alreadySent()
}
