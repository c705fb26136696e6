import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import type { Detection } from '../broken-server.ts'
import type { FaultId } from './faults.ts'
import type { TriggerId } from './triggers.ts'
import { type KeyId, LIKE_KEYS } from './wrong-keys.ts'

/** Triggers that only `verify --thorough` reaches. */
const THOROUGH_TRIGGERS: readonly TriggerId[] = ['mention5', 'blankTwin']

const PAUSES = ['pollAfterMissing', 'pollAfterText', 'pollAfterNegative'] as const
const REPLAYS = [
  'buysAgain',
  'chargesAgain',
  'refuses409',
  'refuses404',
  'refuses500',
  'purchaseFlat',
  'purchaseNested',
  'purchaseElsewhere',
  'purchaseBare',
] as const

/** Faults that only `verify --thorough` sees, under triggers that the default run reaches with other faults. */
const THOROUGH: { readonly [Id in TriggerId]?: readonly FaultId[] } = {
  poll3: PAUSES,
  early: ['goesBack'],
  earlyFound: ['answersAnother'],
  late: [...REPLAYS, 'goesBack'],
  lateFound: ['answersAnother'],
  nonAscii: ['answersSettled'],
  skuDigits: ['answersAnother'],
}

const ONE_KEY = 'a run has one key that is served: it can not show what another partner is served.'

const LEAVES = 'order-leaves-processing'

/**
 * What the default run blames for lookups that show an order as settled and then as PROCESSING: only another answer about
 * that order shows which of them is wrong.
 */
const AMBIGUOUS: { readonly [Id in TriggerId]?: { readonly [Of in FaultId]?: ServerClauseId } } = {
  poll1: { answersSettled: LEAVES },
  poll2: { answersAnother: 'lookup-position' },
  late: { answersSettled: LEAVES },
  early: { answersAnother: LEAVES, answersSettled: LEAVES },
}

/** Which run sees a fault under a trigger. */
export function detectionOfCell(fault: FaultId, trigger: TriggerId): Detection {
  const takenFor = AMBIGUOUS[trigger]?.[fault]
  const isThorough =
    takenFor !== undefined ||
    THOROUGH_TRIGGERS.includes(trigger) ||
    THOROUGH[trigger]?.includes(fault) === true
  return {
    seenBy: isThorough ? 'thorough' : 'default',
    ...(takenFor && { takenFor }),
  }
}

/** Forms that the default run does not name: what these faults break takes the purchases that a pair needs. */
const UNNAMED: { readonly [Id in TriggerId]?: readonly FaultId[] } = {
  chunked: ['buysAgain', 'goesBack'],
  acceptJson: ['buysAgain'],
}

/** Whether the default run names the form that a fault waits for. */
export function isFormNamed(fault: FaultId, trigger: TriggerId): boolean {
  return fault !== 'refuses500' && UNNAMED[trigger]?.includes(fault) !== true
}

/** The altered keys that the default run asks each operation with; a thorough run sends all of them. */
const ALTERED: Readonly<Record<OperationId, KeyId>> = {
  ping: 'end',
  listProducts: 'middle',
  getPrice: 'shorter',
  getBalance: 'longer',
  createOrder: 'middle',
  lookupOrder: 'end',
}

/** Which run sees that an operation is served to a wrong key. */
export function detectionOfKey(operation: OperationId, key: KeyId): Detection {
  if (key === 'another') return { seenBy: null, why: ONE_KEY }
  const isSent = !(key in LIKE_KEYS) || key === 'start' || key === ALTERED[operation]
  return { seenBy: isSent ? 'default' : 'thorough' }
}
