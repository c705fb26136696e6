import type { ClauseReport, ScenarioReport } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Stage } from './listening/split-trials.ts'

/** What happens to one client process. */
type TrialProgress =
  | { readonly event: 'started'; readonly sku: string }
  | {
      readonly event: 'ended'
      readonly sku: string
      /** The verdict of this scenario alone; null if it was interrupted. */
      readonly report: ScenarioReport | null
      /** The clauses, as this scenario alone shows them; none if it was interrupted. */
      readonly clauses: readonly ClauseReport[]
    }

/** What happens while a service is listened to. */
export type ListenProgress =
  /** It can be called. The key opens nothing but this run's mock. */
  | {
      readonly event: 'listening'
      readonly url: string
      readonly key: string
      /** What to buy, in a possible order. */
      readonly scenarios: readonly Scenario[]
      /** The SKU that each scenario has in its table, by that of its card; null where the cards have those names. */
      readonly own: ReadonlyMap<string, string> | null
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
  | TrialProgress
  | ListenProgress
  /** This process was busy: a client's wait may look shorter by so much than it was. */
  | { readonly event: 'late'; readonly byMs: number }
