import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { FaultId } from './faults.ts'
import type { TriggerId } from './triggers.ts'

/** Faults under triggers, each of which breaks one clause; or none, where they only answer a gap in their own way. */
export type CellRow = {
  readonly faults: readonly FaultId[]
  readonly breaks: ServerClauseId | null
  /** Whether it breaks none because the next answer to the same request is right. */
  readonly isHealed?: boolean
  readonly triggers: readonly TriggerId[]
}

const TIMEOUTS = ['early', 'earlyFound', 'late', 'lateFound'] as const
const FORMS = ['escapes', 'nonAscii', 'long'] as const
/** How references and SKUs are written. */
const WRITTEN = [...FORMS, 'skuDigits'] as const
/** How a request is written: one with a body, and a lookup. */
const HEADERS = ['acceptJson', 'acceptAny', 'identity', 'agentJava', 'agentPython'] as const
const LIMITED = ['charset', 'chunked', ...HEADERS] as const
const BODIES = ['skuFirst', 'spaced', 'escaped', ...LIMITED] as const
const LOOKED_UP = [...HEADERS, 'ownConnection', 'lowerEscapes'] as const
const ORDERS = ['firstOrder', 'laterOrder'] as const
/** One purchase of an order, and none before or after it. */
const ONCE = ['mention2', 'mention3', 'mention5'] as const
const LASTING_REPLAYS = [
  'replay',
  'withinASecond',
  'pastASecond',
  'processing',
  'settled',
  'afterLookup',
  'sameAtOnce',
  ...ORDERS,
  ...WRITTEN,
] as const
const REPLAYS = [...LASTING_REPLAYS, ...ONCE] as const
const TWINS = ['caseTwin', 'beginningTwin', 'punctuationTwin', 'blankTwin', 'accentTwin', 'skuTwin'] as const
const POLLS = ['poll1', 'poll2', 'poll3', 'pastASecond', 'afterReplay'] as const
const LOOKUPS = ['always', ...POLLS, 'processing', 'settled', ...ORDERS, ...TIMEOUTS, ...WRITTEN] as const

/** Triggers that are a form of requests. */
export const OF_FORMS: readonly TriggerId[] = [...BODIES, 'ownConnection', 'lowerEscapes']

/** The product of faults and triggers, as far as it makes sense. */
export const ROWS: readonly CellRow[] = [
  {
    faults: ['buysAgain', 'chargesAgain', 'refuses409', 'refuses404'],
    breaks: 'same-body-same-purchase',
    triggers: REPLAYS,
  },
  { faults: ['refuses500'], breaks: 'same-body-same-purchase', triggers: LASTING_REPLAYS },
  { faults: ['buysAgain', 'chargesAgain'], breaks: 'same-body-same-purchase', triggers: ['failed'] },
  {
    faults: ['buysAgain', 'chargesAgain', 'refuses409', 'refuses404', 'refuses500'],
    breaks: 'purchase-survives-timeout',
    triggers: TIMEOUTS,
  },
  { faults: ['loses', 'startsOver'], breaks: 'purchase-survives-timeout', triggers: ['early', 'late'] },
  { faults: ['hides', 'cancels'], breaks: 'purchase-survives-timeout', triggers: ['always'] },
  {
    faults: ['merges'],
    breaks: 'new-reference-new-purchase',
    triggers: ['secondOrder', 'laterOrder', 'sameCard', 'cardAtOnce', ...TWINS],
  },
  {
    faults: ['refusesNew'],
    breaks: 'new-reference-new-purchase',
    triggers: ['sameCard', 'cardAtOnce'],
  },
  {
    faults: ['purchaseFlat', 'purchaseNested', 'purchaseElsewhere'],
    breaks: 'purchase-position',
    triggers: ['always', 'first', ...REPLAYS, ...TIMEOUTS],
  },
  {
    faults: ['purchaseBare'],
    breaks: 'data-envelope',
    triggers: ['always', 'first', ...REPLAYS, ...TIMEOUTS],
  },
  {
    faults: ['lookupFlat', 'lookupNested', 'lookupElsewhere'],
    breaks: 'lookup-position',
    triggers: LOOKUPS,
  },
  { faults: ['lookupBare'], breaks: 'data-envelope', triggers: LOOKUPS },
  {
    faults: ['pollAfterMissing', 'pollAfterText', 'pollAfterNegative'],
    breaks: 'processing-has-poll-after',
    triggers: ['always', 'first', 'replay', ...POLLS, 'laterOrder', ...TIMEOUTS, ...FORMS],
  },
  {
    faults: ['goesBack'],
    breaks: 'order-leaves-processing',
    triggers: [
      'always',
      'replay',
      'mention3',
      'poll1',
      'poll2',
      'poll3',
      'withinASecond',
      'pastASecond',
      'afterLookup',
      'afterReplay',
      ...ORDERS,
      ...TIMEOUTS,
      ...WRITTEN,
    ],
  },
  {
    faults: ['neverSettles'],
    breaks: 'order-leaves-processing',
    triggers: [
      'always',
      'first',
      'replay',
      'poll1',
      'poll2',
      'pastASecond',
      'sameAtOnce',
      'cardAtOnce',
      'thirdOrder',
      ...ORDERS,
      ...TIMEOUTS,
      ...WRITTEN,
    ],
  },
  {
    faults: ['forgets'],
    breaks: 'lookup-position',
    triggers: ['poll2', 'poll3', 'pastASecond', 'settled', 'afterReplay', 'earlyFound', 'lateFound', 'long'],
  },
  {
    faults: ['answersAnother'],
    breaks: 'lookup-position',
    triggers: [
      'always',
      'pastASecond',
      'settled',
      'afterReplay',
      'earlyFound',
      'laterOrder',
      'early',
      'long',
    ],
  },
  {
    faults: ['answersSettled'],
    breaks: 'lookup-position',
    triggers: [
      'always',
      'poll1',
      'pastASecond',
      'afterReplay',
      'processing',
      'laterOrder',
      'early',
      'late',
      ...FORMS,
    ],
  },
  // From outside, an order that is settled in one lookup and PROCESSING in the next went back.
  {
    faults: ['answersAnother'],
    breaks: 'order-leaves-processing',
    triggers: ['poll2', 'poll3', 'lateFound', 'skuDigits'],
  },
  // One answer that says nothing breaks nothing: the same request is sent once more.
  { faults: ['refuses500'], breaks: null, isHealed: true, triggers: ONCE },
  {
    faults: ['buysAgain', 'chargesAgain', 'refuses409', 'refuses404', 'refuses500'],
    breaks: 'same-body-same-purchase',
    triggers: BODIES,
  },
  {
    faults: ['purchaseFlat', 'purchaseNested', 'purchaseElsewhere'],
    breaks: 'purchase-position',
    triggers: BODIES,
  },
  { faults: ['purchaseBare'], breaks: 'data-envelope', triggers: BODIES },
  {
    faults: ['lookupFlat', 'lookupNested', 'lookupElsewhere', 'forgets'],
    breaks: 'lookup-position',
    triggers: LOOKED_UP,
  },
  { faults: ['lookupBare'], breaks: 'data-envelope', triggers: LOOKED_UP },
  {
    faults: ['goesBack'],
    breaks: 'order-leaves-processing',
    triggers: [...LIMITED, 'ownConnection', 'lowerEscapes'],
  },
  // How a request is written, a service may limit.
  { faults: ['refusesForm'], breaks: null, triggers: LIMITED },
  // What is not shown, a server may answer in its own way.
  { faults: ['refusesForm'], breaks: null, triggers: FORMS },
  { faults: ['forgets'], breaks: null, triggers: ['always', 'withinASecond', 'escapes', 'nonAscii'] },
  {
    faults: ['limitsRate', 'unavailable'],
    breaks: null,
    triggers: [
      'replay',
      'mention3',
      'poll2',
      'pastASecond',
      'sameAtOnce',
      'cardAtOnce',
      'settled',
      ...TIMEOUTS,
    ],
  },
  { faults: ['outOfFunds'], breaks: null, triggers: ['laterOrder', 'sameCard', 'cardAtOnce', ...TWINS] },
]
