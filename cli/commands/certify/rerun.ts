import type { Io } from '../../io.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { flagOf } from '../arguments.ts'

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
const KEPT = ['profile', 'scenarios', 'baseUrl', 'sku', 'maxPurchases', 'allowHttp', 'name', 'tls'] as const

/** The same, of a service that is listened to. */
const KEPT_LISTENING = [...KEPT, 'listen', 'port', 'host'] as const

/** The words that start a run like this one, up to its scenarios. */
export function rerunWords(options: CertifyCommandOptions, io: Io): readonly string[] {
  const kept = (options.listen === true ? KEPT_LISTENING : KEPT).flatMap((name) => {
    const value = options[name]
    if (value === undefined || value === false) return []
    const flag = flagOf(name)
    return value === true ? [flag] : [flag, String(value)]
  })
  return [...invocationOf(io), 'certify', ...kept]
}
