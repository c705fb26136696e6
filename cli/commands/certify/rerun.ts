import type { Io } from '../../io.ts'
import { invocationOf } from '../../terminal/invocation.ts'

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
  readonly compareReport?: string
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

/** The options without which a scenario that runs alone would be another one: its files, its name, its network. */
const KEPT = [
  ['--profile', ({ profile }) => profile],
  ['--scenarios', ({ scenarios }) => scenarios],
  ['--base-url', ({ baseUrl }) => baseUrl],
  ['--sku', ({ sku }) => sku],
  ['--max-purchases', ({ maxPurchases }) => (maxPurchases === undefined ? undefined : String(maxPurchases))],
  ['--allow-http', ({ allowHttp }) => allowHttp],
  ['--name', ({ name }) => name],
  ['--tls', ({ tls }) => tls],
  ['--listen', ({ listen }) => listen],
  ['--port', ({ listen, port }) => (listen === true ? String(port) : undefined)],
  ['--host', ({ listen, host }) => (listen === true ? host : undefined)],
] as const satisfies readonly (readonly [
  flag: string,
  read: (options: CertifyCommandOptions) => string | boolean | undefined,
])[]

/** The words that start a run like this one, up to its scenarios. */
export function rerunWords(options: CertifyCommandOptions, io: Io): readonly string[] {
  const kept = KEPT.flatMap(([flag, read]) => {
    const value = read(options)
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, value]
  })
  return [...invocationOf(io), 'certify', ...kept]
}
