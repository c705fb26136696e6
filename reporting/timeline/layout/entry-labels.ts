import type { Exit, TimelineEntry } from '../../../contract/report/report.ts'
import { type Blame, blameOf } from '../../text/blame.ts'
import { type Delivery, deliveryOf, faultKind } from '../../text/fault-words.ts'
import { shortened } from './label-text.ts'
import type { Tone, WantedLabel } from './placement.ts'

/** A label without its position. */
export type Label = Omit<WantedLabel, 'x'>

/** Names are cut to this many pixels. */
const LONGEST_NAME = 130
const LONGEST_CLAUSE = 200

const REQUESTS: Record<NonNullable<TimelineEntry['operation']>, string> = {
  ping: 'ping',
  listProducts: 'products',
  getPrice: 'price',
  getBalance: 'balance',
  createOrder: 'purchase',
  lookupOrder: 'lookup',
}

const DELIVERIES: Record<Exclude<Delivery, 'delivered'>, string> = {
  lost: 'answer lost',
  cut: 'answer cut',
  none: 'no answer',
}

/**
 * What a request asks, and what it breaks: above the client's lane.
 *
 * @param letter of its reference, where the scenario has more than one; else an empty text.
 */
export function requestLabel(entry: TimelineEntry, letter: string): Label {
  const { operation, method, target, breaks } = entry
  const name = operation === null ? shortened(`${method} ${target}`, LONGEST_NAME) : REQUESTS[operation]
  const asked = letter === '' ? name : `${name} ${letter}`
  const [first, ...more] = breaks
  const blame = blameOf(breaks)
  if (first === undefined || blame === null) {
    return { variants: [asked], rank: operation === 'createOrder' ? 2 : 4, tone: 'plain', run: asked }
  }
  const sign = SIGNS[blame]
  const broken = `${sign} ${shortened(first, LONGEST_CLAUSE)}${more.length === 0 ? '' : ` +${more.length}`}`
  const early = earliness(entry)
  const variants =
    early === ''
      ? [`${asked} ${broken}`, broken, sign]
      : [`${asked} ${broken}, ${early}`, `${broken}, ${early}`, `${sign} ${early}`, sign]
  return { variants, rank: RANKS[blame], tone: blame, run: `${asked} ${broken}` }
}

const SIGNS: Record<Blame, string> = { broken: '✕', warning: '!' }

/** What the service did and answered: below its lane. A read has no label, unless it is an error. */
export function answerLabel(entry: TimelineEntry): Label | null {
  const effect = entry.effect === null || entry.effect === 'none' ? [] : [entry.effect]
  const received = receivedWords(entry)
  const parts = [...effect, ...received]
  if (parts.length === 0) return null
  const tone = toneOf(entry)
  const full = parts.join(' · ')
  const short = effect[0] ?? received[0]?.replace(/(?:: |, ).*/, '') ?? full
  return { variants: [full, short], rank: RANKS[tone], tone, run: full }
}

/** How the process ended: above the client's lane. */
export function exitLabel({ code, signal, cause }: Exit): Label {
  const words = cause === 'exited' ? `exit ${code ?? shortened(signal ?? '', 80)}` : cause.replace('-', ' ')
  return {
    variants: [words],
    rank: 1,
    tone: cause === 'exited' && code === 0 ? 'plain' : 'fault',
    run: words,
  }
}

const RANKS: Record<Tone, number> = {
  broken: 0,
  warning: 1,
  commit: 1,
  fault: 1,
  settled: 1,
  plain: 3,
  quiet: 4,
}

function receivedWords(entry: TimelineEntry): string[] {
  const { orderStatus, pollAfterSeconds, httpStatus, fault } = entry
  const delivery = deliveryOf(entry)
  if (delivery !== 'delivered')
    return [`${DELIVERIES[delivery]}${fault === null ? '' : `: ${faultKind(fault)}`}`]
  const delayed = fault === null || fault.does === 'refuse' ? [] : [faultKind(fault)]
  if (orderStatus === null) return httpStatus !== null && httpStatus >= 400 ? [String(httpStatus)] : delayed
  const status = shortened(orderStatus, LONGEST_NAME)
  return [...delayed, pollAfterSeconds === null ? status : `${status}, wait ${pollAfterSeconds} s`]
}

function toneOf(entry: TimelineEntry): Tone {
  const { effect, fault, orderStatus, breaks } = entry
  const blame = blameOf(breaks)
  if (effect === 'recorded' && blame !== null) return blame
  if (fault !== null || deliveryOf(entry) !== 'delivered') return 'fault'
  if (effect === 'recorded') return 'commit'
  if (orderStatus === null) return 'quiet'
  return orderStatus === 'PROCESSING' ? 'plain' : 'settled'
}

function earliness({ allowedFromMs, arrivedMs }: TimelineEntry): string {
  if (allowedFromMs === null || arrivedMs >= allowedFromMs) return ''
  const seconds = (allowedFromMs - arrivedMs) / 1000
  return `${seconds < 0.1 ? seconds.toFixed(3) : seconds.toFixed(2)} s early`
}
