import { OPERATION_IDS, type OperationId } from '../../../contract/wire/operations.ts'
import type { BrokenServer, ConformingServer } from '../broken-server.ts'
import { detectionOfCell, detectionOfKey, isFormNamed } from './detection.ts'
import { serverOf } from './fault.ts'
import { FAULTS, type FaultId } from './faults.ts'
import { OF_FORMS, ROWS } from './table.ts'
import { TRIGGERS, type TriggerId } from './triggers.ts'
import { KEYS, type KeyId, LIKE_KEYS, serving, WRONG_KEYS } from './wrong-keys.ts'

/** A server that is broken by one fault under one trigger. */
export type Cell = BrokenServer & { readonly fault: FaultId; readonly trigger: TriggerId }

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

/** A server that serves one operation to a wrong key. */
export type KeyCell = BrokenServer & { readonly operation: OperationId; readonly key: KeyId }

const OF_ONE_PARTNER: readonly OperationId[] = ['getBalance', 'createOrder', 'lookupOrder']

/** Every operation, served to each of these keys. Another partner's own key is wrong only for what is this partner's. */
function keyCells(keys: object): readonly KeyCell[] {
  return OPERATION_IDS.flatMap((operation) =>
    (Object.keys(keys) as KeyId[])
      .filter((key) => key !== 'another' || OF_ONE_PARTNER.includes(operation))
      .map((key) => ({
        operation,
        key,
        breaks: key === 'blocked' ? 'ip-allowlist' : 'key-required',
        name: `${operation} is served, key: ${KEYS[key].name}`,
        detection: detectionOfKey(operation, key),
        change: () => serving(operation, key),
      })),
  )
}

/** Every operation, served to every wrong key. */
export const KEY_CELLS: readonly KeyCell[] = keyCells(WRONG_KEYS)

/** Every operation, served to every key that is nearly the right one. */
export const LIKE_KEY_CELLS: readonly KeyCell[] = keyCells(LIKE_KEYS)
