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
