import type { CertificationProgress, ProcessClient, ServiceClient } from '../../../certification/options.ts'
import { isPreflight } from '../../../certification/preflight-scenario.ts'
import type { ScenarioReport } from '../../../contract/report/report.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import { EVERY_ADDRESS } from '../../../mock-server/http/listen.ts'
import { LOOKS } from '../../../reporting/text/said.ts'
import { type Io, print } from '../../io.ts'
import { fold, headingText, type Paint, printable, screenOf } from '../../terminal/terminal.ts'

type Event<Name extends CertificationProgress['event']> = Extract<CertificationProgress, { event: Name }>

/** How a client is made to buy, and how that is shown. */
export type Way = {
  readonly client: ProcessClient | ServiceClient
  readonly show: (progress: CertificationProgress) => void
  readonly close: () => void
}

/** What was asked for, as far as it is shown. */
export type Asked = {
  readonly listen?: boolean
  readonly host: string
  readonly only?: readonly string[]
  readonly tlsCert?: string
  readonly bail?: boolean
}

const CARDS = {
  plain: 'named as their scenarios: the client can read what will happen',
  secret: 'with ordinary names: the report says which was which',
}

export function heading(
  { scenarios, of }: Event<'begun'>,
  { listen, host, only, tlsCert }: Asked,
  profileSource: string,
): string {
  const on = host in EVERY_ADDRESS ? ` on ${host}, every address of this machine` : ''
  const started = `started ${scenarios.length > 1 ? 'once alone, then ' : ''}once for each scenario`
  const text = headingText('Partner Purchase API, certification of a client', {
    Client: listen === true ? `a service that you start; it is listened to${on}` : started,
    Profile: profileSource,
    Scenarios:
      scenarios.length === of ? `all ${of}` : `${scenarios.length} of ${of}: this can't become a certificate`,
    TLS: tlsCert && `https, by ${tlsCert}`,
    Cards: CARDS[only === undefined ? 'secret' : 'plain'],
  })
  return `${text}\n`
}

/** Prints a line for each scenario that has ended, the same in a terminal and in a pipe. */
export function progressOn(io: Io, options: Asked, profileSource: string): Way['show'] {
  const { paint, width } = screenOf(io)
  return (progress) => {
    if (progress.event === 'begun') print(io, heading(progress, options, profileSource))
    else if (progress.event === 'preflight-ended') print(io, preflightLine(progress, paint))
    else if (progress.event === 'late') print(io, paint('yellow', fold(lateLine(progress.byMs), width)))
    // With --bail, the others are ended because one is broken.
    else if (progress.event === 'ended' && !(progress.report === null && options.bail === true))
      print(io, endLine(progress, paint))
  }
}

const PREFLIGHT = 'preflight'

function preflightLine({ canBegin, durationMs }: Event<'preflight-ended'>, paint: Paint): string {
  const { sign, style } = LOOKS[canBegin ? 'kept' : 'incomplete']
  const text = canBegin ? 'it bought an ordinary card' : 'it did not come through, and no scenario is run'
  return `${paint(style, sign)} ${timed(PREFLIGHT, durationMs)}  ${paint(style, text)}`
}

function endLine({ sku, report }: Event<'ended'>, paint: Paint): string {
  if (report !== null) return outcomeLine(harmless(report), paint)
  return `${paint(LOOKS.incomplete.style, LOOKS.incomplete.sign)} ${sku}  interrupted`
}

/** The kit measures how long a client waited. When the kit is late, a wait looks shorter than it was. */
function lateLine(byMs: number): string {
  return `This machine was busy: the kit was late by up to ${Math.round(byMs)} ms, and a wait may look shorter by that. If waits-poll-after is broken by little, run again with fewer --jobs.`
}

const LONGEST_CARD = 64

/** Broken clauses follow at the end of the run: some of them show only in all scenarios together. */
export function outcomeLine(scenario: ScenarioReport, paint: Paint): string {
  const { sku, card, outcome, durationMs, exit } = scenario
  // A client that had to be ended gets no plain mark of success.
  const isPlain = outcome !== 'kept' || exit === null || exit.cause === 'exited'
  const { sign, style } = LOOKS[outcome]
  const mark = isPlain ? paint(style, sign) : paint('yellow', '!')
  const named = card === undefined ? '' : paint('dim', `  ${printable(card, LONGEST_CARD)}`)
  const name = isPreflight(scenario) ? PREFLIGHT : sku
  return `${mark} ${timed(name, durationMs)}  ${paint(style, outcome)}${reasonOf(scenario)}${named}`
}

const SKU_WIDTH = 28

function timed(name: string, durationMs: number): string {
  return name.padEnd(SKU_WIDTH) + `${(durationMs / 1000).toFixed(1)} s`.padStart(8)
}

const NAMED = 3

function reasonOf({ outcome, clauses, exit, timeline }: ScenarioReport): string {
  const unseen = Object.keys(clauses).filter((id) => clauses[id] === 'not-observed')
  const few = unseen.length > NAMED ? `${unseen.length} clauses` : unseen.join(', ')
  const reasons = [
    ...(outcome === 'incomplete' ? [hasBought(timeline) ? `not seen: ${few}` : endOf(timeline)] : []),
    ...(exit?.cause === 'time-limit' ? ['ended by the kit: its time was up'] : []),
    ...(exit?.cause === 'flood' ? ['ended by the kit: it sent too much'] : []),
  ]
  return reasons.map((reason) => `; ${reason}`).join('')
}

function hasBought(timeline: ScenarioReport['timeline']): boolean {
  return timeline.some(({ operation, httpStatus }) => operation === 'createOrder' && httpStatus !== 401)
}

/** How far a client came that bought nothing. */
function endOf(timeline: ScenarioReport['timeline']): string {
  const last = timeline.at(-1)
  if (last === undefined) return 'sent no request'
  const { method, target, httpStatus } = last
  return `no purchase; the last request was ${printable(method, 10)} ${printable(target, 40)} → ${httpStatus ?? 'no answer'}`
}
