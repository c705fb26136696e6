import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import type { ScenarioReport } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Certificate } from '../mock-server/tls/tls-server.ts'
import type { Command } from './client-process.ts'
import type { ClientSource } from './journal.ts'
import type { Stage } from './split-trials.ts'

/** A client that is a command, which the kit starts once for each scenario. */
export type ProcessClient = {
  readonly command: Command
  readonly listen?: undefined
  /** The environment that the client inherits, without its secrets. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The folder that the client starts in. Default: this process's folder. */
  readonly cwd?: string | undefined
  /** How many scenarios run at a time. Default: all. */
  readonly jobs?: number | undefined
  /** How much longer a client may take than the scenario itself lasts. Default: 60. */
  readonly timeLimitSeconds?: number | undefined
  /** Whether the run ends at the first scenario with a broken `must`. Default: no. */
  readonly bail?: boolean | undefined
  /** Whether the client is also killed in the middle of a purchase and started again. Default: no. */
  readonly restart?: boolean | undefined
  /** Abort it to kill the clients at once, instead of asking them to end. */
  readonly force?: AbortSignal | undefined
}

/** A client that is a service, which the kit does not start. */
export type ServiceClient = {
  readonly command?: undefined
  readonly listen: ListenOptions
}

/** Where the service finds the mock, and for how long. */
export type ListenOptions = {
  /** 0 is any free port. Default: 0. */
  readonly port?: number | undefined
  /** The TEST key that the service sends. Default: a new key for each run. */
  readonly key?: string | undefined
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** A certificate with its chain, and its private key, in PEM. With it, the mock serves https. Default: http. */
  readonly tls?: Certificate | undefined
  /** Default: 900. */
  readonly timeoutSeconds?: number | undefined
  /** Abort it when the service has bought everything. What arrived by then is judged. */
  readonly finished?: AbortSignal | undefined
}

/** The options of `certify`. */
export type CertifyOptions = (ProcessClient | ServiceClient) & {
  /** Answers to the gaps of the reference. Default: `DEFAULT_PROFILE`. */
  readonly profile?: PartialProfile | undefined
  /** Every scenario that a certificate requires. Default: the built-in ones. */
  readonly scenarios?: readonly Scenario[] | undefined
  /**
   * The SKUs of the scenarios to run, in any case. Each card then has the name of its scenario, and there is no
   * certificate. Default: all, with cards whose names nobody can foresee.
   */
  readonly only?: readonly string[] | undefined
  /** The client's name in the certificate. Default: its command. */
  readonly name?: string | undefined
  /** The commit and the files of the client, for the certificate. */
  readonly source?: ClientSource | undefined
  /** A text that whoever asked for the certificate gave out. It shows that the recording was made for them. */
  readonly challenge?: string | undefined
  /** The words that started the run, without its choice of scenarios. The advice repeats them. */
  readonly rerun?: readonly string[] | undefined
  /** Whether a broken `should` fails the run. Default: no. */
  readonly isStrict?: boolean | undefined
  /**
   * Abort it to end the run. Scenarios that have ended are judged, and the report says that the run was interrupted.
   */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CertificationProgress) => void) | undefined
}

/** A line of the shopping list. */
export type Purchase = {
  readonly sku: string
  /** How many of this card to buy. */
  readonly purchases: number
  /** What happens to the purchase. Null for a card with an ordinary name: the client could read it here. */
  readonly story: string | null
  /** True if the purchase ends with a revoked key, so that it has to come last. */
  readonly endsKey: boolean
}

/** What happens while a service is listened to. */
export type ListenProgress =
  /** The mock can be called. The key opens this run's mock, and nothing else. */
  | {
      readonly event: 'listening'
      readonly url: string
      readonly key: string
      /** What to buy, in a possible order. */
      readonly purchases: readonly Purchase[]
    }
  /** Something arrived that is not an HTTP request. The message says what it was, and what to do. */
  | { readonly event: 'unreadable'; readonly message: string }
  /** An exchange is complete. */
  | { readonly event: 'heard'; readonly exchange: Exchange }
  | { readonly event: 'stage'; readonly sku: string; readonly stage: Stage }

/** What happens while a client is certified. */
export type CertificationProgress =
  /** The scenarios that will run, and the number of scenarios in the table. */
  | { readonly event: 'begun'; readonly scenarios: readonly Scenario[]; readonly of: number }
  /** The preflight has ended. If the client could not begin, no scenario runs. */
  | { readonly event: 'preflight-ended'; readonly canBegin: boolean; readonly durationMs: number }
  | {
      readonly event: 'ended'
      readonly sku: string
      /** The verdict of this scenario alone; null if it was interrupted. */
      readonly report: ScenarioReport | null
    }
  | ListenProgress
  /** This process was busy. A client's wait may look shorter than it was, by at most this long. */
  | { readonly event: 'late'; readonly byMs: number }
