/** Whom a clause binds. */
export type Party = 'server' | 'client'

/** How strongly: a broken `must` fails a run, a broken `should` is a warning. */
export type Level = 'must' | 'should'

/** A rule that the reference documents. It adds nothing to what the reference says. */
export type Clause<Id extends string = string, Binds extends Party = Party> = {
  readonly id: Id
  readonly binds: Binds
  readonly level: Level
  /** Section and rule of the reference, for example `4.1`; several are separated by commas. */
  readonly section: string
  readonly text: string
}

/** A table of clauses whose keys are their ids, so that no id is written twice. */
export type ClauseTable<Id extends string, Binds extends Party> = {
  readonly [Key in Id]: Clause<Key, Binds>
}

/** What clauses say, by their ids; one without a level is a must. */
export type ClauseRows = Readonly<Record<string, readonly [section: string, text: string, level?: 'should']>>

export function clauseTable<Rows extends ClauseRows, Binds extends Party>(binds: Binds, rows: Rows) {
  const clauses = Object.entries<ClauseRows[string]>(rows).map(([id, [section, text, level = 'must']]) => {
    return [id, { id, binds, level, section, text }] as const
  })
  // The keys are exactly those of the rows, which `Object.fromEntries` widens to string.
  return Object.fromEntries(clauses) as ClauseTable<keyof Rows & string, Binds>
}
