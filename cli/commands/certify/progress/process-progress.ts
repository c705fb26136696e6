import type { ProcessClient } from '../../../../certification/runner/options.ts'
import type { CertificationProgress } from '../../../../certification/runner/progress.ts'
import { errorLine } from '../../../../certification/start/client-trace.ts'
import { harmless } from '../../../../contract/text/harmless.ts'
import { redact } from '../../../../contract/text/redact.ts'
import type { Exchange } from '../../../../contract/wire/exchange.ts'
import { failureOf, orderStatusOf } from '../../../../contract/wire/exchange-facts.ts'
import { LOOKS } from '../../../../reporting/text/said.ts'
import { outcomeLine, timed } from '../../../certification/render-outcomes.ts'
import { type Io, print } from '../../../io.ts'
import { fold, type Paint, printable, type Screen, screenOf } from '../../../terminal/terminal.ts'
import type { Heading } from '../heading.ts'
import { LiveList, RemainingTime } from './live-list.ts'

export type ProgressView = {
  readonly show: (progress: CertificationProgress) => void
  /** Erases what is drawn of scenarios that are under way. */
  readonly close: () => void
}

export function processProgress(
  io: Io,
  heading: Heading,
  { jobs, bail }: Pick<ProcessClient, 'jobs' | 'bail'> = {},
): ProgressView {
  const screen = screenOf(io)
  const { paint, width } = screen
  const said = new Set<string>()
  let list: LiveList | undefined
  return {
    show(progress) {
      if (progress.event === 'begun') {
        print(io, heading(progress))
        const time = new RemainingTime(progress.scenarios, jobs)
        list = new LiveList(io.stdout, paint, progress.scenarios.length, time)
      } else if (progress.event === 'preflight' && progress.exchange === null) list?.startBeside(PREFLIGHT)
      else if (progress.event === 'preflight' && progress.exchange !== null)
        list?.see(PREFLIGHT, exchangeSummary(progress.exchange))
      else if (progress.event === 'preflight-ended') list?.end(PREFLIGHT, preflightLine(progress, paint))
      else if (progress.event === 'started') list?.start(progress.sku)
      else if (progress.event === 'exchange') list?.see(progress.sku, exchangeSummary(progress.exchange))
      else if (progress.event === 'ended') {
        const isLeftOut = progress.report === null && bail === true
        list?.end(progress.sku, isLeftOut ? null : endLine(progress, said, screen))
      } else if (progress.event === 'late') list?.say(paint('yellow', fold(lateLine(progress.byMs), width)))
    },
    close: () => list?.close(),
  }
}

const PREFLIGHT = 'preflight'

type PreflightEnded = Extract<CertificationProgress, { event: 'preflight-ended' }>

function preflightLine({ canBegin, durationMs }: PreflightEnded, paint: Paint): string {
  const { sign, style } = LOOKS[canBegin ? 'kept' : 'incomplete']
  const text = canBegin ? 'it bought an ordinary card' : 'it did not come through, and no scenario is run'
  return `${paint(style, sign)} ${timed(PREFLIGHT, durationMs)}  ${paint(style, text)}`
}

type Ended = Extract<CertificationProgress, { event: 'ended' }>

function endLine({ sku, report, stderr }: Ended, said: Set<string>, { paint, width }: Screen): string {
  if (report === null) return `${paint(LOOKS.incomplete.style, LOOKS.incomplete.sign)} ${sku}  interrupted`
  // The last error of a client often says what went wrong. Where it ends with the same one each time, once is enough.
  const error = report.outcome === 'kept' ? null : errorLine(stderr)
  const line = outcomeLine(harmless(report), paint)
  if (error === null || said.has(shapeOf(error))) return line
  said.add(shapeOf(error))
  return `${line}\n${paint('dim', fold(`    it wrote: ${error}`, width, 2))}`
}

/** An error without what is another one in each process: references, addresses in memory. */
function shapeOf(error: string): string {
  return error.replaceAll(/[0-9a-f]{8,}/gi, '#')
}

/** The kit measures how long a client waited. When the kit is late, a wait looks shorter than it was. */
function lateLine(byMs: number): string {
  return `This machine was busy: the kit was late by up to ${Math.round(byMs)} ms, and a wait may look shorter by that. If waits-poll-after is broken by little, run again with fewer --jobs.`
}

/** Such as `POST /orders → 200 PROCESSING`. */
function exchangeSummary(exchange: Exchange): string {
  const { request, response, fault } = exchange
  const asked = `${printable(request.method, 10)} ${printable(redact(request.target), 40)}`
  const failure = failureOf(exchange)
  if (failure !== null) return `${asked} → answer ${failure}${fault === null ? '' : ` (${fault.does})`}`
  if (response === null) return fault === null ? asked : `${asked} (${fault.does})`
  const status = orderStatusOf(exchange)
  return `${asked} → ${response.status}${status === undefined ? '' : ` ${printable(status, 20)}`}`
}
