import type { CertificationProgress } from '../../../../certification/progress.ts'
import { harmless } from '../../../../contract/text/harmless.ts'
import { LOOKS } from '../../../../reporting/text/said.ts'
import { outcomeLine, timed } from '../../../certification/render-outcomes.ts'
import { type Io, print } from '../../../io.ts'
import { fold, type Paint, screenOf } from '../../../terminal/terminal.ts'
import type { Heading } from '../heading.ts'

/** Prints a line for each scenario that has ended, the same in a terminal and in a pipe. */
export function processProgress(
  io: Io,
  heading: Heading,
  bail: boolean | undefined,
): (progress: CertificationProgress) => void {
  const { paint, width } = screenOf(io)
  return (progress) => {
    if (progress.event === 'begun') print(io, heading(progress))
    else if (progress.event === 'preflight-ended') print(io, preflightLine(progress, paint))
    else if (progress.event === 'ended') {
      const isLeftOut = progress.report === null && bail === true
      if (!isLeftOut) print(io, endLine(progress, paint))
    } else if (progress.event === 'late') print(io, paint('yellow', fold(lateLine(progress.byMs), width)))
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

function endLine({ sku, report }: Ended, paint: Paint): string {
  if (report !== null) return outcomeLine(harmless(report), paint)
  return `${paint(LOOKS.incomplete.style, LOOKS.incomplete.sign)} ${sku}  interrupted`
}

/** The kit measures how long a client waited. When the kit is late, a wait looks shorter than it was. */
function lateLine(byMs: number): string {
  return `This machine was busy: the kit was late by up to ${Math.round(byMs)} ms, and a wait may look shorter by that. If waits-poll-after is broken by little, run again with fewer --jobs.`
}
