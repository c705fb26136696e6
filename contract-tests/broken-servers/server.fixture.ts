import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { SmallService } from './service.fixture.ts'

/** Servers by their names. Each is made for one run: it has state. */
export type Servers = Readonly<Record<string, new (clock: Clock) => SmallService>>

/** Servers by the one clause that they break. */
export type BrokenServers = Readonly<Partial<Record<ServerClauseId, Servers>>>

/** Servers that break no clause, by the reason why a run may not observe all of them: `kept` where it does. */
export type ConformingServers = Readonly<Record<string, Servers>>

/** A server, as a row of a table of tests. */
export type Row = { readonly name: string; readonly service: (clock: Clock) => SmallService }

export function rowsOf(servers: Servers): readonly Row[] {
  return Object.entries(servers).map(([name, Server]) => ({ name, service: (clock) => new Server(clock) }))
}
