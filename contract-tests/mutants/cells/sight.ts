import type { Run } from '../judge-server.ts'
import { OPEN } from './open.ts'

/** What only `verify --thorough` sees, by the name of the server. */
const THOROUGH: readonly string[] = []

/** What no run sees from outside, and why. */
const UNSEEN: Readonly<Record<string, string>> = {}

/** Which run sees that a server is broken, or why none does. */
export type Sight = { readonly seenBy: Run } | { readonly seenBy: null; readonly why: string }

/** Which run sees a broken server, by its name. */
export function sightOf(name: string): Sight {
  const why = OPEN.includes(name) ? 'not judged rightly yet.' : UNSEEN[name]
  if (why !== undefined) return { seenBy: null, why }
  return { seenBy: THOROUGH.includes(name) ? 'thorough' : 'default' }
}
