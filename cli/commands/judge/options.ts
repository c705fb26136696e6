/** What `partner-purchase judge` takes. */
export type JudgeCommandOptions = {
  readonly report?: string
  readonly strict?: boolean
  readonly json?: boolean
  readonly challenge?: string
  /** Milliseconds. */
  readonly maxAge?: number
  readonly profile?: string
  readonly commit?: string
  readonly requireSeed?: boolean
  readonly issuer?: string
  readonly attested?: string
  readonly statement?: string
}
