/** What `partner-purchase certify` takes; the help of the command says what each option is. Times are in seconds. */
export type CertifyCommandOptions = {
  readonly baseUrl?: string
  readonly sku?: string
  readonly maxPurchases?: number
  readonly dryRun?: boolean
  readonly allowHttp?: boolean
  readonly profile?: string
  readonly scenarios?: string
  readonly only?: readonly string[]
  readonly failed?: boolean
  readonly bail?: boolean
  readonly watch?: boolean
  readonly watchPath?: readonly string[]
  readonly report?: string
  readonly name?: string
  readonly certificate?: string
  readonly strict?: boolean
  readonly timeLimit: number
  readonly jobs?: number
  readonly listen?: boolean
  readonly seedFile?: string
  readonly plainSkus?: boolean
  readonly challenge?: string
  readonly issuer?: string
  readonly image?: string
  readonly statement?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly allowFrom?: readonly string[]
  readonly restart?: boolean
  readonly tls?: boolean
  readonly variants?: boolean
  readonly port: number
  readonly host: string
  readonly key?: string
  readonly shoppingList?: string
  readonly timeout: number
  readonly open?: boolean
  readonly json?: boolean
}
