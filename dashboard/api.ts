import { effect, signal } from '@preact/signals'
import { type Batch, dropped, NOTHING, received, withBatch, withoutPartner } from './state/exchanges.ts'
import { complain } from './state/notice.ts'

/** `path` is relative to the page, such as `keys`. Undefined where it was not answered: the page says so. */
export function ask<Answer>(path: string): Promise<Answer | undefined> {
  return answerOf<Answer>(fetch(path))
}

/** Gives the mock a command, with a body. As {@link ask}; a command without an answer gives an empty object. */
export function command<Answer = object>(
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer | undefined> {
  const headers = { 'Content-Type': 'application/json' }
  return answerOf<Answer>(fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer | undefined> {
  try {
    const answer = await asked
    const body = answer.status === 204 ? {} : await answer.json()
    if (answer.ok) return body
    complain(String(body.error ?? `The mock answered ${answer.status}.`))
  } catch {
    complain('The mock does not answer. Is it still running?')
  }
  return undefined
}

/** Whether the server is connected. */
export const connection = signal<'opening' | 'live' | 'lost'>('opening')

/** When the journal of the mock began: a mock that was started again has another one. */
let began: number | undefined

/** Whether what arrives is kept back, so that the list does not move. */
export const isPaused = signal(false)

/** What arrived while it does not. */
export const waiting = signal<readonly Batch[]>([])

const EVENTS: Readonly<Record<string, (data: string) => void>> = {
  hello: (data) => {
    const isAnother = began !== undefined && began !== JSON.parse(data).began
    if (isAnother) received.value = NOTHING
    began = JSON.parse(data).began
  },
  exchanges: (data) => take(JSON.parse(data)),
  forgotten: (data) => {
    const { partner, beforeSeq } = JSON.parse(data)
    received.value = withoutPartner(received.value, partner, beforeSeq)
  },
  dropped: (data) => {
    dropped.value = JSON.parse(data)
  },
}

/** Follows the mock until the page is left. The browser connects again by itself, and asks for what it missed. */
export function follow(): void {
  const source = new EventSource('events')
  source.addEventListener('open', () => {
    connection.value = 'live'
  })
  source.addEventListener('error', () => {
    connection.value = 'lost'
  })
  for (const [name, handle] of Object.entries(EVENTS))
    source.addEventListener(name, ({ data }) => handle(String(data)))
  effect(() => {
    if (!isPaused.value && waiting.value.length > 0) release()
  })
}

function take(batch: Batch): void {
  if (isPaused.value) waiting.value = [...waiting.value, batch]
  else received.value = withBatch(received.value, batch)
}

function release(): void {
  const batches = waiting.value
  waiting.value = []
  received.value = batches.reduce(withBatch, received.value)
}
