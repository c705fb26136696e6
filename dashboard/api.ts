import { PAGE_TOKEN_HEADER } from '../contract/wire/page-facts.ts'
import { facts } from './state/facts.ts'
import { complain } from './state/notice.ts'

/**
 * Asks the mock. A problem is shown to the reader.
 *
 * @param path relative to the page, such as `keys`.
 * @returns undefined where it could not be answered.
 */
export function ask<Answer>(path: string): Promise<Answer | undefined> {
  return answerOf<Answer>(fetch(path))
}

/** Gives the mock a command, with a body. As {@link ask}; a command without an answer gives an empty object. */
export function command<Answer = object>(
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer | undefined> {
  const headers = { [PAGE_TOKEN_HEADER]: facts.pageToken, 'Content-Type': 'application/json' }
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
