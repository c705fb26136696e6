import type { Profile } from '../../../contract/profile/profile.ts'
import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import { type Place, placesBelowData } from './places.ts'

/** The positions of ping's fields, and its mode. */
export type PingPlaces = {
  readonly status: JsonPointer | undefined
  readonly mode: JsonPointer | undefined
  /** Every mode that counts: the one that was found, and others that are not deeper. */
  readonly modes: readonly string[]
  /** Other places where a status is "ok", none of them nearer to the mode. */
  readonly otherStatuses: readonly JsonPointer[]
}

/**
 * Finds `status` and `mode` in a ping (§2): the least deep `mode`, and of the statuses that are "ok" the one next to
 * it, else the least deep.
 *
 * @param body the body of a served ping.
 * @param known where the starting profile finds them: these places come first, also if the fields have other names there.
 */
export function findPing(body: unknown, known: Profile['ping']): PingPlaces {
  const places = placesBelowData(body).filter(({ value, isInList }) => typeof value === 'string' && !isInList)
  const named = (name: 'status' | 'mode') => [
    ...places.filter(({ pointer }) => pointer === known[name]),
    ...places.filter((place) => place.name === name && place.pointer !== known[name]),
  ]
  const modes = named('mode')
  const [mode] = modes
  const ok = named('status').filter(({ value }) => value === 'ok')
  const status = ok.find(({ pointer }) => pointer === known.status) ?? ok.find(isBeside(mode)) ?? ok[0]
  const rivals = ok.filter((place) => place !== status && place.path.length === status?.path.length)
  return {
    status: status?.pointer,
    mode: mode?.pointer,
    modes: modes.filter(isNoDeeperThan(mode)).map(({ value }) => String(value)),
    otherStatuses: isBeside(mode)(status) ? [] : rivals.map(({ pointer }) => pointer),
  }
}

/** Whether a ping says TEST: no other mode at the same depth may contradict it. */
export function isTestMode({ modes }: PingPlaces): boolean {
  return modes.length > 0 && modes.every((mode) => mode === 'TEST')
}

function isBeside(place: Place | undefined): (other: Place | undefined) => boolean {
  const parent = (of: Place | undefined) => of?.path.slice(0, -1).join('/')
  return (other) => place !== undefined && other !== undefined && parent(place) === parent(other)
}

function isNoDeeperThan(place: Place | undefined): (other: Place) => boolean {
  return (other) => place !== undefined && other.path.length <= place.path.length
}
