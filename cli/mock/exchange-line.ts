import { stripVTControlCharacters } from 'node:util'
import type { Exchange } from '../../contract/wire/exchange.ts'
import {
  durationMsOf,
  failureOf,
  orderStatusOf,
  refusalCodeOf,
  timeOfDay,
} from '../../contract/wire/exchange-facts.ts'
import { faultWords } from '../../reporting/text/timeline-lines.ts'
import { type Paint, printable, wrap } from '../terminal/terminal.ts'

const TARGET_WIDTH = 24
const PARTNER_WIDTH = 8
const DIFFERENCE_LENGTH = 120
const MESSAGE_LENGTH = 300

/**
 * Such as `14:03:07.412  200   POST /orders              3 ms  guest-1   SHOP:1 SCENARIO-AT-ONCE recorded, COMPLETED`.
 * Remarks that do not fit into the width, in characters, are indented below.
 */
export function exchangeLine(exchange: Exchange, paint: Paint, width = Number.POSITIVE_INFINITY): string {
  const { request, partner } = exchange
  const ending = endingOf(exchange)
  const parts = [
    paint('dim', timeOfDay(exchange.at)),
    paint(STYLES[ending.kind], ending.text.padEnd(4)),
    `${printable(request.method).padEnd(4)} ${printable(request.target).padEnd(TARGET_WIDTH)}`,
    paint('dim', `${durationMsOf(exchange) ?? '-'} ms`.padStart(7)),
    paint('cyan', printable(partner ?? '-').padEnd(PARTNER_WIDTH)),
  ]
  return withRemarks(parts.join('  '), remarksOn(exchange), { paint, width })
}

export function unreadableLine(
  message: string,
  at: number,
  { paint, width = Number.POSITIVE_INFINITY }: { readonly paint: Paint; readonly width?: number | undefined },
): string {
  const text: LineRemark = { text: printable(message, MESSAGE_LENGTH), style: 'red' }
  return withRemarks(`${paint('dim', timeOfDay(at))}  ${paint('red', 'not HTTP')}`, [text], { paint, width })
}

const STYLES = { served: 'green', refused: 'yellow', failed: 'red' } as const

function endingOf(exchange: Exchange): { kind: keyof typeof STYLES; text: string } {
  const { response } = exchange
  const failure = failureOf(exchange)
  if (failure !== null || response === null) return { kind: 'failed', text: failure ?? 'lost' }
  const kind = response.status >= 500 ? 'failed' : response.status >= 400 ? 'refused' : 'served'
  return { kind, text: String(response.status) }
}

function remarksOn(exchange: Exchange): LineRemark[] {
  const { nearMiss } = exchange
  const remarks: readonly (readonly [LineRemark['style'], string | null | undefined])[] = [
    ['reset', orderRemark(exchange)],
    ['reset', refusalCodeOf(exchange)],
    ['reset', undeliveredAnswer(exchange)],
    ['magenta', faultRemark(exchange)],
    ['yellow', nearMiss && nearMissRemark(nearMiss)],
  ]
  return remarks.flatMap(([style, text]) => (text ? [{ text, style }] : []))
}

function faultRemark({ fault, operation }: Exchange): string | undefined {
  if (fault === null) return undefined
  return `${faultWords(fault, operation)}${fault.ordered === undefined ? '' : `, set as ${fault.ordered}`}`
}

function orderRemark(exchange: Exchange): string | undefined {
  const { order } = exchange
  if (order === null) return undefined
  const status = orderStatusOf(exchange)
  const became = [order.effect === 'none' ? undefined : order.effect, status].filter(Boolean)
  const bought = `${printable(order.partnerReference)} ${printable(order.sku)}`
  return `${bought} ${printable(became.join(', '))}`.trimEnd()
}

/** The answer that did not reach the client, or not completely. */
function undeliveredAnswer(exchange: Exchange): string | undefined {
  const { response, fault } = exchange
  if (failureOf(exchange) === null || response === null) return undefined
  return fault === null
    ? `answered ${response.status}; the client was gone`
    : `its ${response.status} did not arrive`
}

function nearMissRemark({ operation, differs, clause, gap }: NonNullable<Exchange['nearMiss']>): string {
  const [first = '', ...others] = differs.map((sentence) => sentence.replace(/\.$/, ''))
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const basis = clause ?? gap
  return `meant for ${operation}? ${printable(first, DIFFERENCE_LENGTH)}${more}${basis === null ? '' : ` (${basis})`}`
}

type LineRemark = { readonly text: string; readonly style: 'reset' | 'magenta' | 'yellow' | 'red' }

const INDENT = 20
const SEPARATOR = '; '

function withRemarks(
  line: string,
  remarks: readonly LineRemark[],
  { paint, width }: { paint: Paint; width: number },
): string {
  const painted = remarks.map(({ text, style }) => paint(style, text)).join(SEPARATOR)
  const whole = `${line}  ${painted}`.trimEnd()
  if (stripVTControlCharacters(whole).length <= width) return whole
  const below = packed(remarks, { paint, width: width - INDENT })
  return [line.trimEnd(), ...below.map((text) => ' '.repeat(INDENT) + text)].join('\n')
}

function packed(remarks: readonly LineRemark[], { paint, width }: { paint: Paint; width: number }): string[] {
  const lines: { length: number; text: string }[] = []
  for (const { text, style } of remarks) {
    for (const part of wrap(text, width)) {
      const last = lines.at(-1)
      const added = part.length + SEPARATOR.length
      if (last === undefined || last.length + added > width) {
        lines.push({ length: part.length, text: paint(style, part) })
      } else {
        last.length += added
        last.text += SEPARATOR + paint(style, part)
      }
    }
  }
  return lines.map((line) => line.text)
}
