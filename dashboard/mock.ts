import { signal } from '@preact/signals'
import { type Batch, calls, dropped, NO_CALLS, withBatch, withoutPartner } from './state/calls.ts'
import { marks } from './state/keys.ts'
import { complain } from './state/view.ts'

/** Reads a path of the admin API, such as `keys`. After a failure it shows a notice, and returns undefined. */
export function ask<Answer>(path: string): Promise<Answer | undefined> {
  return answerOf<Answer>(fetch(path))
}

/** Sends a command to the admin API, as {@link ask}. Returns an empty object if the answer has no body. */
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

export const connection = signal<'opening' | 'live' | 'lost'>('opening')

/** When the journal of the mock began. It differs after a restart of the mock. */
let began: number | undefined

const EVENTS: Readonly<Record<string, (data: string) => void>> = {
  hello: (data) => {
    const now: number = JSON.parse(data).began
    if (began !== now) {
      calls.value = NO_CALLS
      marks.value = {}
    }
    began = now
  },
  exchanges: (data) => {
    const batch: Batch = JSON.parse(data)
    calls.value = withBatch(calls.value, batch)
  },
  forgotten: (data) => {
    const { partner, beforeSeq } = JSON.parse(data)
    calls.value = withoutPartner(calls.value, partner, beforeSeq)
  },
  dropped: (data) => {
    dropped.value = JSON.parse(data)
  },
}

/** Follows the mock until the page is left. The browser reconnects by itself, and asks for what it missed. */
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
}
