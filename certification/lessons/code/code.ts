/** What advice can be given as code: at most three lines in each language. */
export type CodeId =
  /** The base address, and the key in its header. */
  | 'call'
  /** A purchase as JSON of its two fields. */
  | 'body'
  /** Amounts are texts, and are compared as decimal numbers. */
  | 'amount'
  /** A reference for each card. */
  | 'reference'
  | 'lookup-path'
  /** Where the answer to a purchase has its summary, and where that to a lookup. */
  | 'positions'
  | 'poll-loop'
  /** A poll that failed does not end the loop. */
  | 'failed-poll'
  /** The identical body is sent again. */
  | 'retry'
  /** A body that ends early is no answer. */
  | 'whole-body'

/** The code of one language. Where a name is not defined in it, it is one that such a client has. */
export type CodeOf = { readonly [Id in CodeId]: string }
