/** What `partner-purchase certify` takes. */
export type CertifyCommandOptions = {
  readonly profile?: string
  readonly scenarios?: string
  readonly only?: readonly string[]
  readonly report?: string
  /** What the client is called in the certificate. */
  readonly name?: string
  /** Where the certificate alone is written. */
  readonly certificate?: string
  readonly strict?: boolean
  /** How long a client may take for a scenario, beyond what the scenario itself takes. */
  readonly timeLimit: number
  readonly jobs?: number
  readonly listen?: boolean
  /** Names the cards of the scenarios, and puts them in an order. */
  readonly seed?: number
  /** Whether the client is killed and started again in two more scenarios. */
  readonly restart?: boolean
  /** Whether the mock serves https. */
  readonly tls?: boolean
  /** Makes the matrix of assumptions, and certifies nothing. */
  readonly variants?: boolean
  readonly port: number
  readonly host: string
  /** The key that the service sends. */
  readonly key?: string
  /** Where to write for a program what the service is to buy. */
  readonly shoppingList?: string
  /** How long to listen at most. */
  readonly timeout: number
  /** Whether a page shows the run, and is opened in the browser. */
  readonly open?: boolean
  /** Whether the report is printed as JSON, and all else on standard error. */
  readonly json?: boolean
}
