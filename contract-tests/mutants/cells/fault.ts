import type { Clock } from '../../../contract/clock.ts'
import type { Forward, Middleware } from '../middleware.ts'
import { type Answerer, type Moment, type OrderHistory, statusIn, withHistory } from './history.ts'
import type { Trigger } from './triggers.ts'

/** What a broken server does when its trigger holds. */
export type ServerFault = {
  readonly name: string
  /** The moments at which it can have an effect. */
  readonly canStrike: (moment: Moment) => boolean
  /** Answers in place of the mock. The twin is the order that the trigger has found for this one. */
  readonly instead?: (moment: Moment, forward: Forward, twin: OrderHistory | undefined) => Promise<Response>
  /** Or changes the body of a success of the mock. */
  readonly edit?: (body: unknown, moment: Moment) => unknown
  /** How every later request about the order is answered, if the fault stays with the order. */
  readonly afterwards?: (
    moment: Moment,
    forward: Forward,
    twin: OrderHistory | undefined,
  ) => Promise<Response>
}

/** A server that is wrong when its trigger holds, and only then. */
export function serverOf(fault: ServerFault, trigger: Trigger, clock: Pick<Clock, 'now'>): Middleware {
  const twins = new Map<OrderHistory, OrderHistory | undefined>()
  const strike = (moment: Moment): boolean => {
    const strikes = fault.canStrike(moment) && trigger.holds(moment)
    if (strikes && !moment.order.struck) twins.set(moment.order, trigger.twin?.(moment))
    moment.order.struck ||= strikes
    return strikes
  }
  const answer: Answerer = async (moment, forward) => {
    const { order, request } = moment
    if (order.struck && fault.afterwards) return fault.afterwards(moment, forward, twins.get(order))
    if (fault.instead !== undefined)
      return strike(moment) ? fault.instead(moment, forward, twins.get(order)) : forward(request)
    const response = await forward(request)
    if (!response.ok || fault.edit === undefined) return response
    const text = await response.text()
    const answered = { ...moment, status: statusIn(text) }
    const body: unknown = JSON.parse(text)
    return Response.json(strike(answered) ? fault.edit(body, answered) : body)
  }
  return withHistory(answer, { clock, ...trigger.server })
}
