import type { OperationId } from '../../../contract/operations.ts'
import type { Sight } from '../broken-server.ts'
import type { FaultId } from './faults.ts'
import type { TriggerId } from './triggers.ts'
import type { WrongKeyId } from './wrong-keys.ts'

const POSITIONS = ['purchaseFlat', 'purchaseNested', 'purchaseElsewhere', 'purchaseBare'] as const
const LOOKUPS = ['lookupFlat', 'lookupNested', 'lookupElsewhere', 'lookupBare'] as const
const PAUSES = ['pollAfterMissing', 'pollAfterText', 'pollAfterNegative'] as const
const REPLAYS = ['buysAgain', 'chargesAgain', 'refuses409', 'refuses404', 'refuses500', ...POSITIONS] as const

/** What `verify` sees with --thorough alone. */
const THOROUGH: { readonly [Id in TriggerId]?: readonly FaultId[] } = {
  mention5: REPLAYS,
  escapes: [...REPLAYS, ...LOOKUPS, 'goesBack', 'neverSettles', 'answersAnother'],
  nonAscii: [...POSITIONS, ...LOOKUPS, 'goesBack', 'neverSettles'],
  long: ['forgets'],
  early: [...REPLAYS, ...PAUSES, 'goesBack', 'answersAnother'],
  earlyFound: [...PAUSES, 'neverSettles', 'answersAnother'],
  lateFound: ['answersAnother'],
  settled: ['answersAnother'],
  late: [...REPLAYS, 'goesBack'],
  cardAtOnce: ['merges'],
  punctuationTwin: ['merges'],
  blankTwin: ['merges'],
  accentTwin: ['merges'],
}

const THOROUGH_KEYS: { readonly [Id in WrongKeyId]?: readonly OperationId[] } = {
  empty: ['createOrder'],
  malformed: ['createOrder'],
}

const ONE_KEY = 'a run has one key that is served: it can not show what another partner is served.'

/** Which run sees a fault under a trigger. */
export function sightOfCell(fault: FaultId, trigger: TriggerId): Sight {
  return { seenBy: THOROUGH[trigger]?.includes(fault) === true ? 'thorough' : 'default' }
}

/** Which run sees that an operation is served to a wrong key. */
export function sightOfKey(operation: OperationId, wrongKey: WrongKeyId): Sight {
  if (wrongKey === 'another') return { seenBy: null, why: ONE_KEY }
  return { seenBy: THOROUGH_KEYS[wrongKey]?.includes(operation) === true ? 'thorough' : 'default' }
}
