import { provenanceOf } from '../../contract/profile/profile.ts'
import { type Answer, exchangesOf } from '../analysis/answer.ts'
import { contradictionsOf } from '../analysis/order-course.ts'
import { isProcessing, summaryIn } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import type { Flow } from '../steps/flow.ts'
import { closing, flows } from '../steps/flows.ts'
import { repeatsAreFree } from './charges.ts'
import type { Checks } from './check.ts'

/** `order-leaves-processing`: polled as often as the API asks for, and never PROCESSING again. */
export const leavesProcessingChecks: Checks = [
  {
    name: 'settles',
    title: 'an order that is PROCESSING, polled at its pace, stops being PROCESSING',
    restsOn: ['lookup-operation', 'settlement-time'],
    run: async (session) => {
      const processing = await processingFlows(session)
      return processing.flatMap((flow) => expectSettled(flow, session))
    },
  },
  {
    name: 'stays-settled',
    title: 'a settled order does not go back to PROCESSING',
    restsOn: ['lookup-operation'],
    run: async (session) => {
      await closing(session).catch(() => undefined)
      await expectNoWayBack(session)
      const seen = session.orders.all.filter(
        ({ kind, answer }) => kind === 'lookup' && isSettled(summaryIn(answer)),
      )
      if (seen.length > 0) return exchangesOf(seen.slice(-1).map(({ answer }) => answer))
      throw await neverProcessing(session, 'No settled order could be looked up.')
    },
  },
]

/** An order seems to go back to PROCESSING when a lookup returned another order, or a replay bought again. */
async function expectNoWayBack(session: Session): Promise<void> {
  const contradictions = contradictionsOf(session.orders.byOrder)
  const [back] = contradictions
  if (back === undefined) return
  const { settled, processing } = back
  const message = `The order ${JSON.stringify(settled.reference)} was settled, and then PROCESSING again.`
  const evidence = exchangesOf([settled.answer, processing.answer])
  if (contradictions.some(({ kind }) => kind === 'lookup-of-another'))
    throw new NotObserved(
      `${message} So it is where lookups answer with another order (see lookup-position).`,
      evidence,
    )
  if (processing.kind === 'purchase' && !(await repeatsAreFree(session)))
    throw new NotObserved(
      `${message} Its body may have been bought again (see same-body-same-purchase).`,
      evidence,
    )
  throw new Broken(message, evidence)
}

function isSettled(summary: ReturnType<typeof summaryIn>): boolean {
  return summary !== undefined && !isProcessing(summary)
}

/** With fewer polls, an order that is still PROCESSING shows nothing. */
const TELLING_POLLS = 3

function expectSettled(flow: Flow, { profile }: Session) {
  const evidence = exchangesOf(flow.answers)
  if (flow.ended.kind === 'settled') return evidence.slice(-1)
  if (flow.ended.kind === 'failed') throw new NotObserved(whyNotFollowed(flow), evidence)
  const isKnown = provenanceOf(profile, 'limits.settleSeconds') !== 'assumed'
  const message = `${unsettledWords(flow, profile.limits.settleSeconds)}${isKnown ? '' : ASSUMED}`
  if (isKnown && flow.ended.polls >= TELLING_POLLS) throw new Broken(message, evidence.slice(-2))
  throw new NotObserved(message, evidence.slice(-2))
}

const ASSUMED =
  ' How long an order may take is not documented, and the profile assumes it: an operator who confirms it makes this a broken clause.'

/** Why an order was given up: how long it took, or the wait that it asked for. */
export function unsettledWords({ order, ended }: Flow, settleSeconds: number): string {
  if (ended.kind !== 'gave-up') return ''
  const { polls, askedSeconds, waitedMs } = ended
  const limit = `limits.settleSeconds of the profile is ${settleSeconds}`
  if (askedSeconds > settleSeconds)
    return `The order ${JSON.stringify(order.partnerReference)} asked to wait ${askedSeconds.toLocaleString('en')} s before the next poll, and was not followed any further: ${limit}.`
  return `The order ${JSON.stringify(order.partnerReference)} was still PROCESSING after ${polls} polls at its own pace, in ${Math.round(waitedMs / 1000)} s: ${limit}.`
}

async function processingFlows(session: Session): Promise<readonly Flow[]> {
  const seen = (await flows(session)).filter((flow) => flow.answers.some(saysProcessing))
  if (seen.length > 0) return seen
  throw await neverProcessing(
    session,
    'No order was ever PROCESSING: the cards that were bought settled at once.',
  )
}

/** Why PROCESSING was not seen. A failed flow is the better reason. */
export async function neverProcessing(session: Session, reason: string): Promise<NotObserved> {
  const failed = (await flows(session)).find((flow) => flow.ended.kind === 'failed')
  return failed === undefined
    ? new NotObserved(reason)
    : new NotObserved(whyNotFollowed(failed), exchangesOf(failed.answers))
}

function whyNotFollowed({ order, answers }: Flow): string {
  const last = answers.at(-1)
  const how = last === undefined ? '' : ` ${describeLast(last)}`
  return `The order ${JSON.stringify(order.partnerReference)} could not be followed.${how}`
}

function describeLast({ exchange, status, failure }: Answer): string {
  const said =
    status === null
      ? `was not answered (${failure})`
      : `answered ${status}, without a summary that can be read`
  return `${exchange.request.method} ${exchange.request.target} ${said}.`
}

function saysProcessing(answer: Answer): boolean {
  return isProcessing(summaryIn(answer))
}
