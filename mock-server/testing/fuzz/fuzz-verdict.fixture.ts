import type { Exchange } from '../../../contract/wire/exchange.ts'
import { type ReadResponse, readResponses } from '../requests/wire-request.fixture.ts'
import type { Conversation, Heard } from './fuzz-conversation.fixture.ts'

/** What answers that which never became a request: it is in no journal, and the last answer of its connection. */
const NO_REQUEST = 'urn:partner-purchase:problem:malformed-request'

/**
 * How what came over a connection differs from what the journal has of it; undefined where it does not. Every answer that
 * was delivered arrived, whole, in the order of the requests, with the status and the body that were recorded; an answer
 * that was lost did not; and nothing else came.
 *
 * @param exchanges of that connection, in the order of their arrival.
 */
export function differenceOf(
  { pieces, leaves }: Conversation,
  { text }: Heard,
  exchanges: readonly Exchange[],
): string | undefined {
  if (asksForOwnSurface(Buffer.concat(pieces).toString('latin1'))) return undefined
  const unfinished = exchanges.find(({ delivery }) => delivery === null)
  if (unfinished !== undefined) return `${named(unfinished)} never ended`
  const delivered = exchanges.filter(({ delivery }) => delivery?.outcome === 'delivered')
  const isReset = leaves === 'resets' || exchanges.some(({ fault }) => fault?.does === 'reset')
  const answers = readAnswers(text, delivered)
  if (typeof answers === 'string') return answers
  const wrong = delivered.findIndex((exchange, index) => !isAnswer(answers[index], exchange, isReset))
  const [exchange, answer] = [delivered[wrong], answers[wrong]]
  if (exchange !== undefined) return `${named(exchange)} was answered ${answer?.status ?? 'nothing'}`
  const more = answers.slice(delivered.length)
  return more.every((one, index) => isLast(one, index, exchanges)) ? undefined : `${more.length} answers more`
}

/** The mock's own surface is in no journal, and takes exchanges out of it. */
function asksForOwnSurface(text: string): boolean {
  const plain = text.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
  return /mock/i.test(plain)
}

function readAnswers(text: string, delivered: readonly Exchange[]): readonly ReadResponse[] | string {
  try {
    const isToHead = (index: number) => delivered[index]?.request.method === 'HEAD'
    return readResponses(text, isToHead).filter(({ status }) => !(status < 200))
  } catch (cause) {
    return (cause as Error).message
  }
}

/** Where a connection is reset, from either side, what was on its way may not arrive. */
function isAnswer(answer: ReadResponse | undefined, exchange: Exchange, isReset: boolean): boolean {
  if (answer === undefined) return isReset
  const { request, response } = exchange
  if (!answer.isWhole) return isReset
  const body = request.method === 'HEAD' ? '' : Buffer.from(response?.body ?? '').toString('latin1')
  return answer.status === response?.status && answer.body === body
}

/** After the last answer that was delivered comes a part of one that was not, or a refusal of what was no request. */
function isLast(answer: ReadResponse, index: number, exchanges: readonly Exchange[]): boolean {
  const isCut = !answer.isWhole && exchanges.some(({ delivery }) => delivery?.outcome === 'cut')
  return index === 0 && (isCut || answer.body.includes(NO_REQUEST))
}

function named({ seq, request, response, delivery }: Exchange): string {
  return `#${seq} ${request.method} ${request.target.slice(0, 60)}, recorded as ${response?.status} ${delivery?.outcome},`
}
