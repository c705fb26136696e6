import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Operation } from '../../contract/wire/operations.ts'
import { pathPattern } from './path-pattern.ts'

/** An operation that is asked for, and the values of the parameters in its path. */
export type FoundOperation = {
  readonly id: Operation['id']
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds operations by the routers that the app finds them by, from the same patterns. */
export function operationFinder(
  operations: readonly Operation[],
): (method: string, path: string) => FoundOperation | undefined {
  const router = new SmartRouter<Operation['id']>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const { id, method, path } of operations) router.add(method, pathPattern(path), id)
  return (method, path) => {
    const [[first] = [], stash] = router.match(method, path)
    if (first === undefined) return undefined
    const [id, places] = first
    return { id, parameters: parametersAt(places, stash) }
  }
}

/** Those of a path that has none. */
export const NO_PARAMETERS: Readonly<Record<string, string>> = {}

/** What a router has found at the places of the parameters: their values, or where these stand in its stash. */
function parametersAt(
  places: Readonly<Record<string, string | number>>,
  stash: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  const names = Object.keys(places)
  if (names.length === 0) return NO_PARAMETERS
  return Object.fromEntries(names.map((name) => [name, valueAt(places[name], stash)]))
}

function valueAt(place: string | number | undefined, stash: readonly string[] | undefined): string {
  return (typeof place === 'number' ? stash?.[place] : place) ?? ''
}
