import { OPERATION_IDS, type OperationId } from '../../../contract/wire/operations.ts'
import type { BrokenServer, ConformingServer } from '../broken-server.ts'
import { detectionOfCell, detectionOfKey, detectionOfLikeKey, isFormNamed } from './detection.ts'
import { serverOf } from './fault.ts'
import { FAULTS, type FaultId } from './faults.ts'
import { OF_FORMS, ROWS } from './table.ts'
import { TRIGGERS, type TriggerId } from './triggers.ts'
import { LIKE_KEYS, type LikeKeyId, serving, servingLike, WRONG_KEYS, type WrongKeyId } from './wrong-keys.ts'

/** A server that is broken by one fault under one trigger. */
export type Cell = BrokenServer & { readonly fault: FaultId; readonly trigger: TriggerId }

const OF_ONE_PARTNER: readonly OperationId[] = ['getBalance', 'createOrder', 'lookupOrder']

/** A server that serves one operation to one wrong key. */
export type KeyCell = BrokenServer & { readonly operation: OperationId; readonly wrongKey: WrongKeyId }

const product = ROWS.flatMap(({ faults, breaks, triggers, isHealed = false }) =>
  faults.flatMap((fault) =>
    triggers.map((trigger) => ({
      fault,
      trigger,
      breaks,
      isHealed,
      name: `${FAULTS[fault].name}: ${TRIGGERS[trigger].name}`,
      detection: detectionOfCell(fault, trigger),
      ...(OF_FORMS.includes(trigger) && { form: formIn(trigger), isNamed: isFormNamed(fault, trigger) }),
      change: (clock: Parameters<BrokenServer['change']>[0]) =>
        serverOf(FAULTS[fault], TRIGGERS[trigger], clock),
    })),
  ),
)

/** The name of the form that a trigger is. */
function formIn(trigger: TriggerId): string {
  return trigger.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Every fault under every trigger that makes sense. */
export const CELLS: readonly Cell[] = product.flatMap(({ isHealed: _, breaks, ...cell }) =>
  breaks === null ? [] : [{ ...cell, breaks }],
)

/** The same product, where it breaks nothing, healed ones too. */
export const CONFORMING_CELLS: readonly ConformingServer[] = product.filter(({ breaks }) => breaks === null)

/** The same product, where one more try heals it. */
export const HEALED_CELLS: readonly ConformingServer[] = product.filter(({ isHealed }) => isHealed)

/** A server that serves one operation to a key that is nearly the right one. */
export type LikeKeyCell = BrokenServer & { readonly operation: OperationId; readonly likeKey: LikeKeyId }

/** Every operation, served to every key that is nearly the right one. */
export const LIKE_KEY_CELLS: readonly LikeKeyCell[] = OPERATION_IDS.flatMap((operation) =>
  (Object.keys(LIKE_KEYS) as LikeKeyId[]).map((likeKey) => ({
    operation,
    likeKey,
    breaks: 'key-required' as const,
    name: `${operation} is served, key: ${LIKE_KEYS[likeKey].name}`,
    detection: detectionOfLikeKey(operation, likeKey),
    change: () => servingLike(operation, likeKey),
  })),
)

/** Every operation, served to every wrong key. Another partner's own key is wrong only for what is this partner's. */
export const KEY_CELLS: readonly KeyCell[] = OPERATION_IDS.flatMap((operation) =>
  (Object.keys(WRONG_KEYS) as WrongKeyId[])
    .filter((wrongKey) => wrongKey !== 'another' || OF_ONE_PARTNER.includes(operation))
    .map((wrongKey) => ({
      operation,
      wrongKey,
      breaks: wrongKey === 'blocked' ? 'ip-allowlist' : 'key-required',
      name: `${operation} is served, key: ${WRONG_KEYS[wrongKey].name}`,
      detection: detectionOfKey(wrongKey),
      change: () => serving(operation, wrongKey),
    })),
)
