import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { SmallService } from './service.fixture.ts'

/** Servers by their names. Each run makes its own, since a server has state. */
export type Servers = Readonly<Record<string, new (clock: Clock) => SmallService>>

/** Servers by the clause that they break. */
export type BrokenServers = Readonly<Partial<Record<ServerClauseId, Servers>>>

/**
 * Servers that break no clause, by the reason why a run may not observe some clause; under `kept` if it observes all.
 */
export type ConformingServers = Readonly<Record<string, Servers>>

/** A server as a row in a table of tests. */
export type Row = { readonly name: string; readonly service: (clock: Clock) => SmallService }

export function rowsOf(servers: Servers): readonly Row[] {
  return Object.entries(servers).map(([name, Server]) => ({ name, service: (clock) => new Server(clock) }))
}
