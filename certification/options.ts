import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import type { ScenarioReport } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Certificate } from '../mock-server/tls/tls-server.ts'
import type { Command } from './client-process.ts'
import type { ClientSource } from './journal.ts'
import type { Stage } from './split-trials.ts'

/** A client that is started once for each scenario. */
export type ProcessClient = {
  readonly command: Command
  readonly listen?: undefined
  /** The environment that the client inherits, without its secrets. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The folder that the client starts in. Default: that of this process. */
  readonly cwd?: string | undefined
  /** How many scenarios run at a time. Default: all. */
  readonly jobs?: number | undefined
  /** How long a client may take for a scenario beyond what the scenario itself takes. Default: 60. */
  readonly timeLimitSeconds?: number | undefined
  /** Whether the run ends with the first scenario in which a clause of level must is broken. Default: no. */
  readonly bail?: boolean | undefined
  /** Whether the client is also killed in the middle of a purchase and started again. Default: no. */
  readonly restart?: boolean | undefined
  /** Aborted when nobody wants to wait for clients to end in good order: they are killed. */
  readonly force?: AbortSignal | undefined
}

/** A client that is a service, started elsewhere. */
export type ServiceClient = {
  readonly command?: undefined
  readonly listen: ListenOptions
}

/** Where a service finds the mock, and for how long. */
export type ListenOptions = {
  /** 0 is any free port. Default: 0. */
  readonly port?: number | undefined
  /** The TEST key that the service sends. Default: one that is made for the run. */
  readonly key?: string | undefined
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** What the mock serves https by: a certificate with its chain, and its key, in PEM. Default: it serves http. */
  readonly tls?: Certificate | undefined
  /** Default: 900. */
  readonly timeoutSeconds?: number | undefined
  /** Aborted when the service has bought all that it will buy: what arrived by then is judged. */
  readonly finished?: AbortSignal | undefined
}

/** What a certification takes. */
export type CertifyOptions = (ProcessClient | ServiceClient) & {
  /** Answers to what the reference does not show. Default: those of `DEFAULT_PROFILE`. */
  readonly profile?: PartialProfile | undefined
  /** Every scenario that a certificate asks for. Default: the built-in ones. */
  readonly scenarios?: readonly Scenario[] | undefined
  /**
   * The SKUs of the scenarios to run, in any case. Each card then has the name of its scenario, and there is no
   * certificate. Default: all, with cards whose names nobody can foresee.
   */
  readonly only?: readonly string[] | undefined
  /** What the client is called in the certificate. Default: its command. */
  readonly name?: string | undefined
  /** What the client is made of, for the certificate. */
  readonly source?: ClientSource | undefined
  /** A text that the other side gave out for this run: it shows that the recording was made for it. */
  readonly challenge?: string | undefined
  /** The words that start such a run, up to its scenarios, for the advice to run one alone. */
  readonly rerun?: readonly string[] | undefined
  /** Whether a broken clause of level should fails the run. Default: no. */
  readonly isStrict?: boolean | undefined
  /** Aborted to end the run. What has ended by then is judged, and the report says so. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CertificationProgress) => void) | undefined
}

/** A card that a service is to buy. */
export type Purchase = {
  readonly sku: string
  /** How many of it. */
  readonly purchases: number
  /** What will happen; null where the card has an ordinary name, since the client could read it here. */
  readonly story: string | null
  /** Whether the key ends with it: it has to be bought last. */
  readonly endsKey: boolean
}

/** What happens while a service is listened to. */
export type ListenProgress =
  /** It can be called. The key opens nothing but this run's mock. */
  | {
      readonly event: 'listening'
      readonly url: string
      readonly key: string
      /** What to buy, in a possible order. */
      readonly purchases: readonly Purchase[]
    }
  /** Something arrived that is no request of HTTP: what, and what to do. */
  | { readonly event: 'unreadable'; readonly message: string }
  /** An exchange is complete. */
  | { readonly event: 'heard'; readonly exchange: Exchange }
  | { readonly event: 'stage'; readonly sku: string; readonly stage: Stage }

/** What happens while a client is certified. */
export type CertificationProgress =
  /** What is run, and how many there are in the table. */
  | { readonly event: 'begun'; readonly scenarios: readonly Scenario[]; readonly of: number }
  /** The preflight has ended. Where the client could not begin, no scenario is run. */
  | { readonly event: 'preflight-ended'; readonly canBegin: boolean; readonly durationMs: number }
  | {
      readonly event: 'ended'
      readonly sku: string
      /** The verdict of this scenario alone; null if it was interrupted. */
      readonly report: ScenarioReport | null
    }
  | ListenProgress
  /** This process was busy: a client's wait may look shorter by so much than it was. */
  | { readonly event: 'late'; readonly byMs: number }
