/** What `partner-purchase judge` takes. */
export type JudgeCommandOptions = {
  readonly report?: string
  readonly strict?: boolean
  readonly json?: boolean
}
