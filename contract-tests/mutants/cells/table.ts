import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { FaultId } from './faults.ts'
import type { TriggerId } from './triggers.ts'

/** Faults, and the triggers under each of which they are a server. */
export type CellRow = { readonly faults: readonly FaultId[]; readonly triggers: readonly TriggerId[] }

const TIMEOUTS = ['early', 'earlyFound', 'late', 'lateFound'] as const
const TWINS = ['caseTwin', 'beginningTwin', 'punctuationTwin', 'blankTwin', 'accentTwin', 'skuTwin'] as const
/** How a request is written. */
const WRITTEN = [
  'charset',
  'chunked',
  'acceptJson',
  'acceptAny',
  'identity',
  'agentJava',
  'agentPython',
] as const

/** What breaks a clause. */
export const BROKEN: readonly (CellRow & { readonly breaks: ServerClauseId })[] = [
  {
    breaks: 'same-body-same-purchase',
    faults: ['buysAgain', 'chargesAgain'],
    triggers: ['replay', 'pastASecond', 'settled', 'sameAtOnce'],
  },
  {
    breaks: 'same-body-same-purchase',
    faults: ['refuses409', 'refuses404', 'refuses500'],
    triggers: ['replay'],
  },
  {
    breaks: 'purchase-survives-timeout',
    faults: ['buysAgain', 'chargesAgain'],
    triggers: ['early', 'earlyFound', 'lateFound'],
  },
  { breaks: 'purchase-survives-timeout', faults: ['refuses409'], triggers: ['early', 'lateFound'] },
  { breaks: 'purchase-survives-timeout', faults: ['loses', 'startsOver'], triggers: ['early', 'late'] },
  { breaks: 'purchase-survives-timeout', faults: ['hides', 'cancels'], triggers: ['always'] },
  {
    breaks: 'new-reference-new-purchase',
    faults: ['merges'],
    triggers: ['secondOrder', 'sameCard', 'cardAtOnce', 'caseTwin'],
  },
  { breaks: 'new-reference-new-purchase', faults: ['refusesNew'], triggers: ['sameCard'] },
  { breaks: 'purchase-position', faults: ['purchaseFlat'], triggers: ['always', 'replay', 'early'] },
  { breaks: 'purchase-position', faults: ['purchaseNested'], triggers: ['always', 'first', 'settled'] },
  { breaks: 'purchase-position', faults: ['purchaseElsewhere'], triggers: ['always'] },
  { breaks: 'data-envelope', faults: ['purchaseBare', 'lookupBare'], triggers: ['always'] },
  { breaks: 'lookup-position', faults: ['lookupFlat'], triggers: ['always', 'poll1', 'settled'] },
  { breaks: 'lookup-position', faults: ['lookupNested'], triggers: ['always', 'poll2', 'early'] },
  { breaks: 'lookup-position', faults: ['lookupElsewhere'], triggers: ['always'] },
  { breaks: 'lookup-position', faults: ['forgets'], triggers: ['poll2', 'settled'] },
  { breaks: 'lookup-position', faults: ['answersAnother', 'answersSettled'], triggers: ['always'] },
  {
    breaks: 'processing-has-poll-after',
    faults: ['pollAfterMissing'],
    triggers: ['always', 'first', 'poll1'],
  },
  {
    breaks: 'processing-has-poll-after',
    faults: ['pollAfterText', 'pollAfterNegative'],
    triggers: ['always'],
  },
  { breaks: 'order-leaves-processing', faults: ['goesBack'], triggers: ['always', 'replay', 'poll2'] },
  { breaks: 'order-leaves-processing', faults: ['neverSettles'], triggers: ['always', 'laterOrder'] },
]

/** What a server may do. */
export const CONFORMING: readonly CellRow[] = [
  // One answer that says nothing breaks nothing: the same request is sent once more.
  { faults: ['refuses500'], triggers: ['mention2', 'mention3', 'mention5'] },
  { faults: ['refusesForm'], triggers: [...WRITTEN, 'escapes', 'nonAscii', 'long'] },
  { faults: ['forgets'], triggers: ['always', 'withinASecond', 'escapes', 'nonAscii'] },
  {
    faults: ['limitsRate', 'unavailable'],
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
  { faults: ['outOfFunds'], triggers: ['laterOrder', 'sameCard', 'cardAtOnce', ...TWINS] },
]
