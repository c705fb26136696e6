import type { Exchange } from '../../contract/wire/exchange.ts'

export type Received = { readonly event: string; readonly id: string | undefined; readonly data: unknown }
export type Batch = { readonly exchanges: readonly Exchange[]; readonly skipped: number }

/** Reads a stream up to the first event that is the last one, and cancels it. */
export async function eventsUntil(
  answer: Response,
  isLast: (event: Received) => boolean,
): Promise<readonly Received[]> {
  const events: Received[] = []
  let text = ''
  // Every stream of events has a body.
  for await (const piece of answer.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(piece)
    const whole = text.split('\n\n')
    text = whole.pop() ?? ''
    events.push(...whole.filter((one) => !one.startsWith(':')).map(eventIn))
    if (events.some(isLast)) break
  }
  return events
}

export function isComplete({ event, data }: Received): boolean {
  return event === 'exchanges' && (data as Batch).exchanges.some(({ delivery }) => delivery !== null)
}

export function exchangesIn(events: readonly Received[]): readonly Exchange[] {
  return events.flatMap(({ event, data }) => (event === 'exchanges' ? (data as Batch).exchanges : []))
}

function eventIn(text: string): Received {
  const fields = new Map(text.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: /, '')]))
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? ''),
  }
}
