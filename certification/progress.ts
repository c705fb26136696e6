import type { ScenarioReport } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Stage } from './split-trials.ts'

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
